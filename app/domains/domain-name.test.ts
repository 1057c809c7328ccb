import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { grouped } from "../../tests/grouped.ts";
import { parseDomainName } from "./domain-name.ts";

test.each([
  ["mamamboga", "mamamboga.com", "com"],
  ["  MamaMboga.CO.KE ", "mamamboga.co.ke", "co.ke"],
  ["jina.ke", "jina.ke", "ke"],
  ["my-shop.org.", "my-shop.org", "org"],
  ["jina.unknownending", "jina.unknownending", "unknownending"],
  ["com", "com.com", "com"],
  ["www.co.ke", "www.co.ke", "co.ke"],
  ["j".repeat(63), `${"j".repeat(63)}.com`, "com"],
])("parses %j as %s", (typed, domain, tld) => {
  expect(parseDomainName(typed)).toEqual({ kind: "name", domain, display: domain, tld });
});

test.each([
  ...["https://www.njeri.com/shop?x=1#top", "http://user:pass@njeri.com:8080/a@b", "//njeri.com", "njeri.com/a/b"],
  ...[
    "njeri.com:443",
    "www.njeri",
    "https://njeri",
    "a.b.c.njeri.com",
    "ｎｊｅｒｉ。ｃｏｍ",
    "\u200Bnjeri\u00AD.com\uFEFF",
    ...["https//njeri.com", "https//www.njeri.com/shop", "http:/njeri.com", "https:njeri.com", "https;//njeri.com"],
    ...["https.//njeri.com", "http:\\\\njeri.com", "ttps://njeri.com", "hhttps://njeri.com", "HTTPS//NJERI.COM"],
    ...["njeri,com", "www,njeri,com", "shop.njeri,com", "njeri, com"],
  ],
])("finds the registrable domain in the pasted text %j", (pasted) => {
  expect(parseDomainName(pasted)).toMatchObject({ kind: "name", domain: "njeri.com", display: "njeri.com" });
});

test.each([
  ["München.de", "xn--mnchen-3ya.de", "münchen.de"],
  ["日本", "xn--wgv71a.com", "日本.com"],
  ["https://www.café.co.ke/menu", "xn--caf-dma.co.ke", "café.co.ke"],
  ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "münchen.de"],
  // Cyrillic letters.
  ["аррӏе.com", "xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
])("parses the international name %j as %s, displayed as %s", (typed, domain, display) => {
  expect(parseDomainName(typed)).toMatchObject({ kind: "name", domain, display });
});

test("parses an international name the same way 20,000 times (a bug of Node's URL.canParse)", () => {
  const kinds = Array.from({ length: 20_000 }, () => parseDomainName("jina.üa").kind);
  expect(new Set(kinds)).toEqual(new Set(["name"]));
});

test.each(["", " \n\t", "\u200B"])("treats %j as empty", (typed) => {
  expect(parseDomainName(typed)).toEqual({ kind: "empty" });
});

test.each(
  grouped([
    ["spaces", "mama mboga.co.ke"],
    ["e-mail address", "njeri@example.co.ke", "mailto:njeri@example.co.ke"],
    ["IP address", "192.168.0.1", "http://[2001:db8::1]/", "2001:db8::1"],
    ["emoji", "🙂.com", "jina🇰🇪"],
    ["letters, digits and hyphens", "<script>alert(1)</script>", "javascript:alert(1)", "mama_mboga.com"],
    ["letters, digits and hyphens", "mama\u0000mboga", "xn--a.com", "%6a%69na.com"],
    ["hyphen", "-jina.com", "jina-.com"],
    ["Every dot", "jina..com", ".com"],
    ["Type a name", "https://"],
    ["two letters", "jina.c", "jina.123"],
    [".co.ke is an ending", "co.ke", "https://co.ke/"],
    ["63 characters", "j".repeat(64), "é".repeat(63)],
    ["too long", `${"jina.".repeat(60)}com`, "j".repeat(5000)],
  ]),
)("rejects %j with a message about %s", (typed, words) => {
  expect(parseDomainName(typed)).toMatchObject({ kind: "invalid", message: expect.stringContaining(words) });
});

const label = fc.string({ unit: fc.constantFrom(..."aznü日-1.w@:/ "), minLength: 1, maxLength: 20 });
const anything = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.webUrl(),
  fc.domain(),
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join(".")),
  fc.array(fc.constantFrom("www", "co", "ke", "com", "zz", "jina"), { minLength: 1 }).map((labels) => labels.join(".")),
);

test("any parsed name is ASCII within the limits, any message is short, and parsing is stable (property)", () => {
  forAny([anything], (typed) => {
    const parsed = parseDomainName(typed);
    if (parsed.kind === "invalid") expect(parsed.message.length).toBeLessThan(400);
    if (parsed.kind !== "name") return;
    const { domain, display, tld } = parsed;
    expect(domain.length).toBeLessThanOrEqual(253);
    for (const part of domain.split(".")) expect(part).toMatch(/^(?!-)[a-z0-9-]{1,63}(?<!-)$/);
    expect(domain.endsWith(`.${tld}`)).toBe(true);
    for (const same of [domain, display]) expect(parseDomainName(same)).toMatchObject({ kind: "name", domain, tld });
  });
});
