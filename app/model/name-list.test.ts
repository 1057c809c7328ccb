import { expect, it } from "vitest";
import { namesWords, splitNames } from "./name-list.ts";

it.each([
  ["njeri.com", ["njeri.com"]],
  ["njeri.com\r\nduka.co.ke\n\n shule.ac.ke ", ["njeri.com", "duka.co.ke", "shule.ac.ke"]],
  ["njeri.com, duka.co.ke; shule.ac.ke", ["njeri.com", "duka.co.ke", "shule.ac.ke"]],
  ["njeri.com duka.co.ke", ["njeri.com", "duka.co.ke"]],
  ["njeri\nduka", ["njeri", "duka"]],
  ["mama njeri", ["mama njeri"]],
  ["mama  njeri.com", ["mama njeri.com"]],
  ["njeri.com\nNJERI.com", ["NJERI.com"]],
  [" ,;\n", []],
])("splits %j into the names %j", (text, names) => {
  expect(splitNames(text)).toEqual(names);
});

it.each([
  [["a.ke"], "a.ke"],
  [["a.ke", "b.ke"], "a.ke and b.ke"],
  [["a.ke", "b.ke", "c.ke", "d.ke", "e.ke"], "a.ke, b.ke, c.ke and 2 more"],
])("writes the names %j as %j", (names, words) => {
  expect(namesWords(names)).toBe(words);
});
