import { expect, it } from "vitest";
import { waitInWords } from "./wait-words.ts";

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
