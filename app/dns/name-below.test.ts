import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { readNameBelow } from "./name-below.ts";
import { delegatedName } from "./zone-records.ts";

const ZONE = "example.com";
const read = (typed: string, records = [record("@ A 203.0.113.24")], zone = ZONE) => {
  const { ok, ...result } = readNameBelow(typed, records, zone);
  return "value" in result ? result.value : `! ${(result as { message: string }).message}`;
};

describe("A name below the domain", () => {
  const label = fc
    .stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
    .filter((text) => !text.startsWith("xn--") && !/^\d+$/.test(text) && text.slice(2, 4) !== "--");
  const WRITTEN: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => `${name}.${ZONE}`,
    (name) => `${name}.${ZONE}.`,
    (name) => `https://${name}.${ZONE}/`,
    (name) => `HTTP://${name}.${ZONE}:8080/a/b?c=d@e#f`,
    (name) => `//${name}.${ZONE}`,
    (name) => `${name}.${ZONE}/cart`,
    (name) => `info@${name}.${ZONE}`,
    (name) => `mailto:info@${name}.${ZONE}?subject=x`,
    (name) => `\u202A ${name}.${ZONE}\u200B `,
    (name) => `“${name}.${ZONE}”`,
  ];

  test("is read the same in every way that people write or paste it", () => {
    forAny([label, fc.constantFrom(...WRITTEN)], (name, write) => {
      expect(read(write(name))).toBe(`${name}.${ZONE}`);
    });
  });

  test.each(["", " ", "@", ZONE, `${ZONE}.`, `https://${ZONE}/`, `info@${ZONE}`])(
    "is the domain itself for “%s”",
    (typed) => {
      expect(read(typed)).toBe(ZONE);
    },
  );

  test.each([
    ["shop.example.org", "shop.example.org is not a name of example.com"],
    ["https://shop.example.org/x", "is not a name of example.com"],
    ["info@news.example.co.ke", "is not a name of example.com"],
    ["https://www.info/", "is not a name of example.com"],
    ["shop.example.com.evil.co.ke", "is not a name of example.com"],
    ["notexample.com", "is not a name of example.com"],
    ["shop.", "is not a name of example.com"],
    ["*", "A star stands for many names"],
    ["*.shop", "A star stands for many names"],
    ["_x", "letters and digits"],
    ["a._domainkey", "letters and digits"],
    ["-shop", "letters and digits"],
    ["41.90.64.12", "is an IP address"],
    ["shop..x", "Every dot needs something"],
    ["my shop", "A name has no spaces"],
    ["https://", "Type a name that ends in .example.com"],
    ["x".repeat(64), "at most 63 characters"],
    [Array.from({ length: 4 }, () => "x".repeat(50)).join("."), "at most 173 characters"],
    [Array.from({ length: 90 }, () => "abc").join("."), "at most 253 characters"],
  ])("is not read from “%s”", (typed, message) => {
    expect(read(typed)).toContain("! ");
    expect(read(typed)).toContain(message);
  });

  test("of a domain with other letters is read with these letters and without", () => {
    for (const typed of ["shop", "shop.münchen.ke", "https://SHOP.MÜNCHEN.ke/", "info@shop.xn--mnchen-3ya.ke"])
      expect(read(typed, [], "xn--mnchen-3ya.ke")).toBe("shop.xn--mnchen-3ya.ke");
    expect(read("shop.example.org", [], "xn--mnchen-3ya.ke")).toContain("is not a name of münchen.ke");
  });

  test("is within the domain and a host for any text, or the text is refused with a sentence", () => {
    const piece = fc.constantFrom(
      "shop",
      ".",
      "@",
      "/",
      ":",
      "*",
      "_",
      ZONE,
      "https://",
      "mailto:",
      "\u200b",
      "ü",
      "-",
      " ",
      "#",
      "?",
    );
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    forAny(
      [typed],
      (text) => {
        const found = read(text);
        if (found.startsWith("! ")) expect(found).toMatch(/^! .*[.]$/s);
        else {
          expect(`.${found}`.endsWith(`.${ZONE}`)).toBe(true);
          expect(found).toMatch(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*example\.com$/);
          expect(read(found)).toBe(found);
        }
      },
      1000,
    );
  });

  test("reads names that begin like a service although they end like another domain", () => {
    expect([read("www.shop"), read("www.info"), read("a.shop")]).toEqual(
      ["www.shop", "www.info", "a.shop"].map((name) => `${name}.${ZONE}`),
    );
  });

  test("is refused where it or a name above it has name servers of its own", () => {
    const records = [record("shop NS ns1.example.net"), record("@ NS ns1.example.net")];
    expect(read("shop", records)).toContain("! shop.example.com has name servers of its own");
    expect(read("a.b.shop", records)).toContain("! shop.example.com has name servers of its own");
    expect([read("myshop", records), read("", records)]).toEqual(["myshop.example.com", ZONE]);
    expect(delegatedName(`a.shop.${ZONE}`, [record("a.shop NS ns1.example.net"), ...records], ZONE)).toBe(
      `shop.${ZONE}`,
    );
  });
});
