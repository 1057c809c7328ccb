import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../tests/arbitraries.ts";
import { namesWithoutSpaces, parseDomainName } from "./domain-name.ts";

test.each([
  ["mamamboga", "mamamboga.com", "com"],
  ["  MamaMboga.CO.KE ", "mamamboga.co.ke", "co.ke"],
  ["shule.co.ke", "shule.co.ke", "co.ke"],
  ["jina.ke", "jina.ke", "ke"],
  ["254", "254.com", "com"],
  ["my-shop.org.", "my-shop.org", "org"],
  ["jina.unknownending", "jina.unknownending", "unknownending"],
  ["com", "com.com", "com"],
  ["www.com", "www.com", "com"],
  ["www.co.ke", "www.co.ke", "co.ke"],
  ["j".repeat(63), `${"j".repeat(63)}.com`, "com"],
])("parses %j as %s", (typed, domain, tld) => {
  expect(parseDomainName(typed)).toEqual({ kind: "name", domain, display: domain, tld });
});

test.each([
  ...["https://www.njeri.com/shop?x=1#top", "http://user:pass@njeri.com:8080/a@b", "//njeri.com", "njeri.com/a/b"],
  ...["njeri.com:443", "www.njeri.com", "www.njeri", "https://njeri", "shop.njeri.com", "a.b.c.njeri.com"],
  ...["njeri。com", "ｎｊｅｒｉ．ｃｏｍ", "\u200Bnjeri\u00AD.com\uFEFF"],
])("finds the registrable domain in the pasted text %j", (pasted) => {
  expect(parseDomainName(pasted)).toMatchObject({ kind: "name", domain: "njeri.com", display: "njeri.com" });
});

test.each([
  ["München.de", "xn--mnchen-3ya.de", "münchen.de"],
  ["日本", "xn--wgv71a.com", "日本.com"],
  ["https://www.café.co.ke/menu", "xn--caf-dma.co.ke", "café.co.ke"],
  ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "münchen.de"],
  ["kahawaé.com", "xn--kahawa-gva.com", "kahawaé.com"],
  // Cyrillic letters.
  ["аррӏе.com", "xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
])("parses the international name %j as %s, displayed as %s", (typed, domain, display) => {
  expect(parseDomainName(typed)).toMatchObject({ kind: "name", domain, display });
});

test("parses an international name the same way 20,000 times (a bug of Node's URL.canParse)", () => {
  const kinds = Array.from({ length: 20_000 }, () => parseDomainName("jina.üa").kind);
  expect(new Set(kinds)).toEqual(new Set(["name"]));
});

test.each(["", "   ", "\n\t", "\u200B"])("treats %j as empty", (typed) => {
  expect(parseDomainName(typed)).toEqual({ kind: "empty" });
});

test.each([
  ["mama mboga", "spaces"],
  ["mama mboga.co.ke", "spaces"],
  ["njeri@example.co.ke", "e-mail address"],
  ["mailto:njeri@example.co.ke", "e-mail address"],
  ["192.168.0.1", "IP address"],
  ["http://[2001:db8::1]/", "IP address"],
  ["2001:db8::1", "IP address"],
  ["🙂.com", "emoji"],
  ["jina🇰🇪", "emoji"],
  ["<script>alert(1)</script>", "letters, digits and hyphens"],
  ["javascript:alert(1)", "letters, digits and hyphens"],
  ["mama_mboga.com", "letters, digits and hyphens"],
  ["mama\u0000mboga", "letters, digits and hyphens"],
  ["xn--a.com", "letters, digits and hyphens"],
  ["%6a%69na.com", "letters, digits and hyphens"],
  ["-jina.com", "hyphen"],
  ["jina-.com", "hyphen"],
  ["-jina", "hyphen"],
  ["jina..com", "Every dot"],
  [".com", "Every dot"],
  ["https://", "Type a name"],
  ["jina.c", "two letters"],
  ["jina.123", "two letters"],
  ["co.ke", ".co.ke is an ending"],
  ["https://co.ke/", ".co.ke is an ending"],
])("rejects %j with a message about %s", (typed, words) => {
  expect(parseDomainName(typed)).toMatchObject({ kind: "invalid", message: expect.stringContaining(words) });
});

test.each([
  ["a label of 64 characters", "j".repeat(64), "63 characters"],
  ["an international label that is longer in ASCII", "é".repeat(63), "63 characters"],
  ["a name of 303 characters", `${"jina.".repeat(60)}com`, "too long"],
  ["a page of text", "j".repeat(5000), "too long"],
])("rejects %s as too long", (_title, typed, words) => {
  expect(parseDomainName(typed)).toMatchObject({ kind: "invalid", message: expect.stringContaining(words) });
});

const numRuns = process.env.LONG === "1" ? 10_000 : 500;
const label = fc.string({ unit: fc.constantFrom(..."aznü日-1.w@:/ "), minLength: 1, maxLength: 20 });
const anything = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.webUrl(),
  fc.domain(),
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join(".")),
  fc.array(fc.constantFrom("www", "co", "ke", "com", "zz", "jina"), { minLength: 1 }).map((labels) => labels.join(".")),
);

test("any parsed name is ASCII within the limits, and any message is short (property)", () => {
  fc.assert(
    fc.property(anything, (typed) => {
      const parsed = parseDomainName(typed);
      if (parsed.kind === "invalid") expect(parsed.message.length).toBeLessThan(400);
      if (parsed.kind !== "name") return;
      expect(parsed.domain.length).toBeLessThanOrEqual(253);
      for (const part of parsed.domain.split(".")) expect(part).toMatch(/^(?!-)[a-z0-9-]{1,63}(?<!-)$/);
      expect(parsed.domain.endsWith(`.${parsed.tld}`)).toBe(true);
    }),
    { seed: 1, numRuns },
  );
});

test("parsing the ASCII or display form again gives the same name (property)", () => {
  fc.assert(
    fc.property(anything, (typed) => {
      const parsed = parseDomainName(typed);
      if (parsed.kind !== "name") return;
      const { domain, tld } = parsed;
      expect(parseDomainName(parsed.domain)).toMatchObject({ kind: "name", domain, tld });
      expect(parseDomainName(parsed.display)).toMatchObject({ kind: "name", domain, tld });
    }),
    { seed: 1, numRuns },
  );
});

test.each([
  ["my shop", ["myshop.com", "my-shop.com"]],
  ["  Mama   Njeri .co.ke ", ["mamanjeri.co.ke"]],
  ["mama njeri.co.ke", ["mamanjeri.co.ke", "mama-njeri.co.ke"]],
  ["myshop", []],
  ["my shop!", []],
  ["info@ shop.com", []],
  [" ".repeat(2048), []],
])("suggests for %j, typed with spaces, the names %j", (typed, names) => {
  expect(namesWithoutSpaces(typed)).toEqual(names);
});
