import { expect, it } from "vitest";
import { namesWords, waitInWords } from "./words.ts";

it.each([
  [["a.ke"], "a.ke"],
  [["a.ke", "b.ke"], "a.ke and b.ke"],
  [["a.ke", "b.ke", "c.ke", "d.ke", "e.ke"], "a.ke, b.ke, c.ke and 2 more"],
])("writes the names %j as %j", (names, words) => {
  expect(namesWords(names)).toBe(words);
});

it.each([
  [1, "1 second"],
  [90, "90 seconds"],
  [91, "2 minutes"],
  [3600, "60 minutes"],
  [5401, "2 hours"],
  [86_400, "24 hours"],
])("writes %i seconds as %s", (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
