import { expect, it } from "vitest";
import { splitNames } from "./split-names.ts";

it.each([
  ["njeri.com", ["njeri.com"]],
  ["njeri.com\r\nduka.co.ke\n\n shule.ac.ke ", ["njeri.com", "duka.co.ke", "shule.ac.ke"]],
  ["njeri.com, duka.co.ke; shule.ac.ke", ["njeri.com", "duka.co.ke", "shule.ac.ke"]],
  ["njeri.com duka.co.ke", ["njeri.com", "duka.co.ke"]],
  ["njeri\nduka", ["njeri", "duka"]],
  ["mama njeri", ["mama njeri"]],
  ["mama,co,ke", ["mama.co.ke"]],
  ["www,mama,co,ke", ["www.mama.co.ke"]],
  ["mama, co, ke", ["mama.co.ke"]],
  ["mama.co,ke", ["mama.co.ke"]],
  ["mama.co,ke.", ["mama.co.ke"]],
  ["njeri,com", ["njeri.com"]],
  ["mama,co,ke, duka,co,ke", ["mama.co.ke", "duka.co.ke"]],
  ["mama,co,ke duka.com", ["mama.co.ke", "duka.com"]],
  ["mama,njeri", ["mama", "njeri"]],
  ["mama,online", ["mama", "online"]],
  ["njeri.com,duka.co.ke", ["njeri.com", "duka.co.ke"]],
  ["a,b,com", ["a", "b", "com"]],
  ["http;//njeri.com", ["http://njeri.com"]],
  ["mama  njeri.com", ["mama njeri.com"]],
  ["njeri.com\nNJERI.com", ["NJERI.com"]],
  [" ,;\n", []],
])("splits %j into the names %j", (text, names) => {
  expect(splitNames(text)).toEqual(names);
});
