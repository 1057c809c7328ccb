import { expect, it } from "vitest";
import { namesWords } from "./name-list.ts";

it.each([
  [["a.ke"], "a.ke"],
  [["a.ke", "b.ke"], "a.ke and b.ke"],
  [["a.ke", "b.ke", "c.ke", "d.ke", "e.ke"], "a.ke, b.ke, c.ke and 2 more"],
])("writes the names %j as %j", (names, words) => {
  expect(namesWords(names)).toBe(words);
});
