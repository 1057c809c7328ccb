import fc from "fast-check";
import { expect, it } from "vitest";
import { readListField } from "./project-row.ts";

it.each([
  ["an array", ["React", " Node.js ", "PostgreSQL"]],
  ["JSON text", '["React", "Node.js", "PostgreSQL"]'],
  ["JSON text with spaces around", ' [ "React" , "Node.js", "PostgreSQL" ] '],
  ["text with commas", "React, Node.js ,PostgreSQL"],
  ["text with commas too many", ",React,, Node.js,PostgreSQL,"],
])("reads %s", (_title, value) => {
  expect(readListField(value)).toEqual(["React", "Node.js", "PostgreSQL"]);
});

it.each([
  ["Flutter", ["Flutter"]],
  [
    [2024, "M-Pesa"],
    ["2024", "M-Pesa"],
  ],
  ["[draft, React", ["[draft", "React"]],
  [["", " ", null, {}, ["x"], "React", "React"], ["React"]],
  ...[null, undefined, 7, true, {}, "", "  ", "[]"].map((value) => [value, []]),
])("reads %j as the list %j", (value, list) => {
  expect(readListField(value)).toEqual(list);
});

it("returns at most 30 entries of at most 60 characters", () => {
  const many = readListField(Array.from({ length: 100 }, (_, index) => `${index}${"ü".repeat(100)}`));
  expect(many).toHaveLength(30);
  expect(many.every((word) => [...word].length === 60)).toBe(true);
});

it("reads all three notations as the same list (property)", () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text === text.trim() && !/[,[]/.test(text));
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 20 }), (words) => {
      expect(readListField(words)).toEqual(words);
      expect(readListField(JSON.stringify(words))).toEqual(words);
      expect(readListField(words.join(", "))).toEqual(words);
    }),
    { seed: 32, numRuns: process.env.LONG === "1" ? 10_000 : 500 },
  );
});

it("accepts any value without throwing (property)", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readListField(value)).not.toContain("");
    }),
    { seed: 36, numRuns: process.env.LONG === "1" ? 10_000 : 500 },
  );
});
