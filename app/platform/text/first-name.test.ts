import { expect, it } from "vitest";
import { firstNameIn } from "./first-name.ts";

it.each([
  ["Njeri", "Njeri"],
  ["  Grace Achieng ", "Grace"],
  ["Ng'ang'a", "Ng'ang'a"],
  ["Jean-Pierre Mwangi", "Jean-Pierre"],
  ["ʻAisha", "ʻAisha"],
  ["Win free airtime at spam.example", "Win"],
  ["n".repeat(40), "n".repeat(40)],
  ["n".repeat(41), ""],
  ["0712345678", ""],
  ["https://spam.example", ""],
  ["<b>Njeri</b>", ""],
  ["-", ""],
  ["", ""],
  ["Mrs Grace Kamau", "Grace"],
  ["Mwalimu Grace", "Grace"],
  ["Prof. Dr. Njeri Mwangi", "Njeri"],
  ["Bi", ""],
  ["Drew Otieno", "Drew"],
])("finds in %j the first name %j", (typed, name) => {
  expect(firstNameIn(typed)).toBe(name);
});

it.each(["CPA Wanjiku Mwangi", "Eng. Wanjiku", "Hon. Dr. Wanjiku", "Mwl Wanjiku", "Prof.Wanjiku", "Rev. Fr. Wanjiku"])(
  "greets %j by the name and not by a title",
  (typed) => {
    expect(firstNameIn(typed)).toBe("Wanjiku");
  },
);
