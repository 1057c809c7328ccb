import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAsciiName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { forAny } from "../../tests/arbitraries.ts";

test.each([
  ["www.example.com", "www.example.com"],
  ["xn--mnze-0ra.example.com", "münze.example.com"],
  ["xn--4gbrim.xn--ygbi2ammx", "موقع.فلسطين"],
  ["xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
  ["xn--kahawa-gva.com", "kahawaé.com"],
  ["shop.xn--80ak6aa92e.xn--mnchen-3ya.de", "shop.xn--80ak6aa92e.münchen.de"],
  ["xn--ls8h.la", "xn--ls8h.la"],
  ["xn--a.example.com", "xn--a.example.com"],
  ["xn--99999999.example.com", "xn--99999999.example.com"],
])("shows %s as %s", (name, shown) => {
  expect(toDisplayName(name)).toBe(shown);
});

test("shows any international name as Node does, and reads it back as the same name", () => {
  const letters = fc.string({
    unit: fc.constantFrom(..."abz09-üñßéأبما日本語ключж한국ไทย"),
    minLength: 1,
    maxLength: 16,
  });
  forAny([fc.oneof(letters, fc.string({ unit: "grapheme", maxLength: 12 }))], (typed) => {
    const ascii = readAsciiName(typed, "www");
    if (!ascii.ok || ascii.value.includes("*")) return;
    const shown = toDisplayName(ascii.value);
    expect(readAsciiName(shown, "www")).toEqual(ascii);
    if (shown !== ascii.value && !/\.|_|^\d*$/.test(ascii.value))
      expect(shown).toBe(domainToUnicode(`${ascii.value}.x`).slice(0, -2));
  });
});

test("shows any label, also one that is no Punycode", () => {
  forAny([fc.string({ unit: fc.constantFrom(..."abz059-"), maxLength: 60 })], (rest) => {
    expect(toDisplayName(`xn--${rest}`)).toMatch(/\S/);
  });
});
