import fc from "fast-check";
import { expect, it, test } from "vitest";
import { anyCharacter, forAny } from "../../../tests/arbitraries.ts";
import { shownNumber, toKenyanNumber, toPhoneNumber } from "./phone.server.ts";

const SPELLINGS = [
  ...["0712345678", "0712 345 678", "0712-345-678", "0712.345.678", "712345678", "+254712345678"],
  ...["+254 (0) 712 345 678", "254-712-345-678", "2540712345678", "00254712345678", "000254712345678"],
  ...["tel:+254712345678", "Tel. 0712 345 678", "0712345678 ext 12", "0712345678 / 0722000000"],
  ...["0712345678 na 0722000000", "0712345678 and 0722000000", "0712345678 & 0722000000", "0712345678 + 0722000000"],
  ...["0712/345678", "0712/345/678", "wa.me/254712345678", "https://wa.me/+254712345678?text=Habari"],
  ...[
    "https://api.whatsapp.com/send?phone=254712345678&text=Habari",
    "https://api.whatsapp.com/send/?phone=254712345678",
  ],
  ...["0712345678 or 0722000000", "0712345678 au 0722000000", "０７１２３４５６７８", "٠٧١٢٣٤٥٦٧٨"],
];

it.each<[string, string | undefined]>([
  ...SPELLINGS.map((typed): [string, string] => [typed, "+254712345678"]),
  ["(020) 234 5678", "+254202345678"],
  ["0110 123456", "+254110123456"],
  ["0800 723 253", "+254800723253"],
  ...["", "071234567", "07123456789", "+255712345678", "habari", "999"].map((typed): [string, undefined] => [
    typed,
    undefined,
  ]),
])("reads %j as the Kenyan number %s", (typed, number) => {
  expect(toKenyanNumber(typed)).toBe(number);
});

it.each([
  ["+44 20 7946 0958", "+442079460958", "+44 20 7946 0958"],
  ["00256 772 123456", "+256772123456", "+256 772 123456"],
  ["0712 345 678", "+254712345678", "0712 345678"],
])("stores %j as %s and displays it as %s", (typed, kept, shown) => {
  expect(toPhoneNumber(typed)).toBe(kept);
  expect(shownNumber(kept)).toBe(shown);
  expect(toPhoneNumber(shown)).toBe(kept);
});

it.each(["", "07123", "<b>0712</b>", "+999 712 345 678"])("rejects %j as a phone number", (typed) => {
  expect(toPhoneNumber(typed)).toBeUndefined();
});

test("any input gives nothing or a number that the database accepts (property)", () => {
  forAny([fc.string({ unit: anyCharacter, maxLength: 50 })], (typed) => {
    expect(toKenyanNumber(typed) ?? "+254700000000").toMatch(/^\+254\d{6,10}$/);
  });
});

test("any grouping of a mobile number is read (property)", () => {
  const separator = fc.constantFrom("", " ", "-", ".");
  const digits = fc.nat(9_999_999).map((number) => String(number).padStart(7, "0"));
  forAny([digits, separator, fc.constantFrom("0", "+254", "254", "00254", "")], (rest, gap, prefix) => {
    const typed = `${prefix}${gap}71${rest.slice(0, 1)}${gap}${rest.slice(1, 4)}${gap}${rest.slice(4)}`;
    expect(toKenyanNumber(typed)).toBe(`+25471${rest}`);
  });
});
