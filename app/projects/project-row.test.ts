import fc from "fast-check";
import { expect, it } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
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
  ["[draft, React", ["[draft", "React"]],
  [
    ["", " ", null, {}, ["x"], "React", "React", 7],
    ["React", "7"],
  ],
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
  forAny([fc.uniqueArray(word, { maxLength: 20 })], (words) => {
    for (const value of [words, JSON.stringify(words), words.join(", ")]) expect(readListField(value)).toEqual(words);
  });
});

it("accepts any value without throwing (property)", () => {
  forAny([fc.anything()], (value) => {
    expect(readListField(value)).not.toContain("");
  });
});
