import { expect, it } from "vitest";
import { splitNames } from "./name-list.ts";

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
])("the names in %j are %j", (text, names) => {
  expect(splitNames(text)).toEqual(names);
});
