import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { toFullName, toRelativeName } from "./record-name.ts";

const ZONE = "example.com";
const LONG_LABEL = "a".repeat(63);

test.each([
  ["", ZONE, "product: DNS records"],
  ["  ", ZONE, "product: DNS records"],
  ["@", ZONE, "RFC 1035, 5.1"],
  ["example.com", ZONE, "product: DNS records"],
  ["example.com.", ZONE, "RFC 1035, 5.1"],
  ["EXAMPLE.Com", ZONE, "RFC 4343"],
  ["@.example.com", ZONE, "product: DNS records"],
  ["www", "www.example.com", "RFC 1035, 5.1"],
  [" WWW ", "www.example.com", "RFC 4343"],
  ["www.example.com", "www.example.com", "product: DNS records"],
  ["www.example.com.", "www.example.com", "RFC 1035, 5.1"],
  ["www.Example.com", "www.example.com", "RFC 4343"],
  ["a.b.c", "a.b.c.example.com", "RFC 1035, 2.3.1"],
  ["com", "com.example.com", "product: DNS records"],
  ["wwwexample.com", "wwwexample.com.example.com", "product: DNS records"],
  ["mail.google.com", "mail.google.com.example.com", "product: DNS records"],
  ["example.com.example.com", "example.com.example.com", "product: DNS records"],
  ["*", "*.example.com", "RFC 4592, 2.1.1"],
  ["*.shop", "*.shop.example.com", "RFC 4592, 2.1.1"],
  ["*.example.com", "*.example.com", "RFC 4592, 2.1.1"],
  ["_dmarc", "_dmarc.example.com", "RFC 7489, 6.1"],
  ["k1._domainkey", "k1._domainkey.example.com", "RFC 6376, 3.6.2.1"],
  ["_sip._tcp", "_sip._tcp.example.com", "RFC 2782"],
  ["my_host", "my_host.example.com", "RFC 2181, 11"],
  ["-odd-", "-odd-.example.com", "RFC 2181, 11"],
  ["1", "1.example.com", "RFC 1123, 2.1"],
  ["254.1", "254.1.example.com", "RFC 1123, 2.1"],
  ["ü.1", "xn--tda.1.example.com", "RFC 5890"],
  ["Münze", "xn--mnze-0ra.example.com", "RFC 5890"],
  ["日本", "xn--wgv71a.example.com", "RFC 5890"],
  ["xn--wgv71a", "xn--wgv71a.example.com", "RFC 5890"],
  ["ｗｗｗ", "www.example.com", "UTS #46"],
  ["www。example。com", "www.example.com", "UTS #46"],
  ["\u200Bwww\uFEFF", "www.example.com", "product: DNS records"],
  [LONG_LABEL, `${LONG_LABEL}.example.com`, "RFC 1035, 2.3.4"],
])("reads %j as %s (%s)", (typed, name) => {
  expect(toFullName(typed, ZONE)).toEqual({ ok: true, value: name });
});

test.each([
  ["www.other.com.", "outside example.com", "RFC 1035, 5.1"],
  ["www.", "outside example.com", "RFC 1035, 5.1"],
  [".", "Type a name", "RFC 1035, 5.1"],
  ["a..b", "Every dot", "RFC 1035, 2.3.1"],
  [".www", "Every dot", "RFC 1035, 2.3.1"],
  ["www..", "Every dot", "RFC 1035, 2.3.1"],
  [`${LONG_LABEL}a`, "63 characters", "RFC 1035, 2.3.4"],
  [`${`${LONG_LABEL}.`.repeat(4)}a`, "253 characters", "RFC 1035, 2.3.4"],
  [`${`${LONG_LABEL}.`.repeat(3)}${"a".repeat(55)}`, "With .example.com", "RFC 1035, 2.3.4"],
  ["a".repeat(3000), "too long", "product: DNS records"],
  ["my shop", "no spaces", "RFC 1123, 2.1"],
  ["njeri@example.com", "e-mail address", "product: DNS records"],
  ["https://www.example.com/shop", "web address", "product: DNS records"],
  ["www.example.com/shop", "web address", "product: DNS records"],
  ["//www.example.com", "web address", "product: DNS records"],
  ["w*", "star", "RFC 4592, 2.1.1"],
  ["a.*", "star", "RFC 4592, 2.1.1"],
  ["*.*", "star", "RFC 4592, 2.1.1"],
  ["**", "star", "RFC 4592, 2.1.1"],
  ["www!", "letters, digits", "RFC 1123, 2.1"],
  ["www:80", "letters, digits", "RFC 1123, 2.1"],
  ["a,b", "letters, digits", "RFC 1123, 2.1"],
  ["%41", "letters, digits", "RFC 1123, 2.1"],
  ["🙂", "letters, digits", "RFC 5892"],
  ["a\u0000b", "letters, digits", "RFC 1123, 2.1"],
  ["xn--a", "cannot be used", "RFC 5890"],
])("rejects %j and says: %s (%s)", (typed, message) => {
  expect(toFullName(typed, ZONE)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("accepts an international zone in both spellings", () => {
  expect(toFullName("www.Münze.de", "xn--mnze-0ra.de")).toEqual({ ok: true, value: "www.xn--mnze-0ra.de" });
  expect(toFullName("www", "münze.de.")).toEqual({ ok: true, value: "www.xn--mnze-0ra.de" });
});

test.each([
  ["example.com", "@"],
  ["Example.com.", "@"],
  ["www.example.com", "www"],
  ["*.shop.example.com", "*.shop"],
  ["example.com.example.com", "example.com.example.com"],
  ["www.other.com", "www.other.com"],
  ["notexample.com", "notexample.com"],
])("shows %s as %s", (name, shown) => {
  expect(toRelativeName(name, ZONE)).toBe(shown);
});

const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;
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
  fc.assert(
    fc.property(anything, zone, (typed, of) => {
      const reading = toFullName(typed, of);
      if (!reading.ok) {
        expect(reading.message.length).toBeLessThan(700);
        return;
      }
      const name = reading.value;
      expect(name.length).toBeLessThanOrEqual(253);
      expect(`.${name}`.endsWith(`.${of}`)).toBe(true);
      for (const part of name.split(".")) expect(part).toMatch(/^(\*|[a-z0-9_-]{1,63})$/);
      expect(toFullName(name, of)).toEqual(reading);
      expect(toFullName(`${name}.`, of)).toEqual(reading);
      expect(toFullName(toRelativeName(name, of), of)).toEqual(reading);
    }),
    { seed: 1, numRuns },
  );
});

test("ignores case, and never doubles the zone's name", () => {
  fc.assert(
    fc.property(fc.domain(), zone, (typed, of) => {
      const reading = toFullName(typed, of);
      expect(toFullName(typed.toUpperCase(), of)).toEqual(reading);
      const whole = `${typed}.${of}`;
      if (whole.length <= 253) expect(toFullName(whole, of)).toEqual({ ok: true, value: whole.toLowerCase() });
    }),
    { seed: 1, numRuns },
  );
});
