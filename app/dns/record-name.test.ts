import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { grouped } from "../../tests/grouped.ts";
import { toFullName, toRelativeName } from "./record-name.ts";

const ZONE = "example.com";
const LONG_LABEL = "a".repeat(63);
// RFC 1035, RFC 4343, RFC 4592, RFC 7489, RFC 6376, RFC 2782, RFC 2181, RFC 1123, RFC 5890, UTS #46.
test.each(
  grouped([
    [ZONE, "", "  ", "@", "example.com", "example.com.", "EXAMPLE.Com", "@.example.com"],
    ["www.example.com", "www", " WWW ", "www.example.com", "www.example.com.", "ｗｗｗ", "\u200Bwww"],
    ["a.b.c.example.com", "a.b.c"],
    ["mail.google.com.example.com", "mail.google.com"],
    ["example.com.example.com", "example.com.example.com"],
    ["*.shop.example.com", "*.shop"],
    ["_dmarc.example.com", "_dmarc"],
    ["my_host.example.com", "my_host"],
    ["-odd-.example.com", "-odd-"],
    ["1.example.com", "1"],
    ["xn--tda.1.example.com", "ü.1"],
    ["xn--mnze-0ra.example.com", "Münze"],
    ["xn--wgv71a.example.com", "日本", "xn--wgv71a"],
    [`${LONG_LABEL}.example.com`, LONG_LABEL],
  ]),
)("reads %j as %s", (typed, name) => {
  expect(toFullName(typed, ZONE)).toEqual({ ok: true, value: name });
});

// RFC 1035, RFC 1123, RFC 4592, RFC 5892, RFC 5890.
test.each(
  grouped([
    ["outside example.com", "www.other.com.", "www."],
    ["Type a name", "."],
    ["Every dot", "a..b", ".www", "www.."],
    ["63 characters", `${LONG_LABEL}a`],
    ["253 characters", `${`${LONG_LABEL}.`.repeat(4)}a`],
    ["too long", "a".repeat(3000)],
    ["no spaces", "my shop"],
    ["e-mail address", "njeri@example.com"],
    ["web address", "https://www.example.com/shop", "www.example.com/shop"],
    ["star", "w*", "a.*", "*.*"],
    ["letters, digits", "www:80", "🙂", "a\u0000b"],
    ["cannot be used", "xn--a"],
  ]),
)("rejects %j and says: %s", (typed, message) => {
  expect(toFullName(typed, ZONE)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("accepts an international zone in both spellings", () => {
  expect(toFullName("www.Münze.de", "xn--mnze-0ra.de")).toEqual({ ok: true, value: "www.xn--mnze-0ra.de" });
  expect(toFullName("www", "münze.de.")).toEqual({ ok: true, value: "www.xn--mnze-0ra.de" });
});

test.each(
  grouped([
    ["@", "example.com", "Example.com."],
    ["www", "www.example.com"],
    ["*.shop", "*.shop.example.com"],
    ["example.com.example.com", "example.com.example.com"],
    ["notexample.com", "notexample.com"],
  ]),
)("shows %s as %s", (name, shown) => {
  expect(toRelativeName(name, ZONE)).toBe(shown);
});

const zone = fc.constantFrom("example.com", "mamanjeri.co.ke", "xn--mnze-0ra.de", "com.com", "a.a");
const label = fc.string({ unit: fc.constantFrom(..."ab1-_üñ日@.* "), minLength: 1, maxLength: 12 });
const anything = fc.oneof(
  fc.array(label, { maxLength: 4 }).map((labels) => labels.join(".")),
  fc.constantFrom("com", "a.a", "a", "com.com", "example.com", "www.mamanjeri.co.ke.", "*.a"),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.webUrl(),
  fc.domain(),
  fc.emailAddress(),
);

test("any text gives a name in the zone or a message, and names are read back from what is shown", () => {
  forAny([anything, zone], (typed, of) => {
    const reading = toFullName(typed, of);
    if (!reading.ok) {
      expect(reading.message.length).toBeLessThan(700);
      return;
    }
    const name = reading.value;
    expect(name.length).toBeLessThanOrEqual(253);
    expect(`.${name}`.endsWith(`.${of}`)).toBe(true);
    for (const part of name.split(".")) expect(part).toMatch(/^(\*|[a-z0-9_-]{1,63})$/);
    for (const same of [name, `${name}.`, toRelativeName(name, of)]) expect(toFullName(same, of)).toEqual(reading);
  });
});

test("ignores case, and never doubles the zone's name", () => {
  forAny([fc.domain(), zone], (typed, of) => {
    expect(toFullName(typed.toUpperCase(), of)).toEqual(toFullName(typed, of));
    const whole = `${typed}.${of}`;
    if (whole.length <= 253) expect(toFullName(whole, of)).toEqual({ ok: true, value: whole.toLowerCase() });
  });
});
