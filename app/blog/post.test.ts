import { expect, test } from "vitest";
import { isCategory, isSlug, readingMinutes } from "./post.ts";

test("a slug has lower-case letters, digits and single hyphens, at most 120 characters", () => {
  expect(["a", "what-are-tlds", "2026-in-review", "a".repeat(120)].filter((slug) => !isSlug(slug))).toEqual([]);
  const invalid = ["", "-a", "a-", "a--b", "A", "a b", "a/b", "..", "ä", "a\n", "a".repeat(121)];
  expect(invalid.filter(isSlug)).toEqual([]);
});

test("a category matches exactly", () => {
  expect(["#ThatsTheSPIRIT", "Technology", "Business"].every(isCategory)).toBe(true);
  expect(["ThatsTheSPIRIT", "technology", "", "Business "].some(isCategory)).toBe(false);
});

test.each([
  ["", 1],
  ["one two three", 1],
  ["word ".repeat(299), 1],
  ["word ".repeat(300), 2],
  ["word ".repeat(1000), 5],
  ["---\n## **\n> | - ".repeat(500), 1],
  ["Kenya's e-mail ".repeat(150), 2],
])("the reading time is in whole minutes and ignores markup (%#)", (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});
