import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { grouped } from "../../../tests/grouped.ts";
import { readTarget as readTargetBy } from "./target.ts";
import { CNAME_TARGET } from "./types/cname.ts";
import { readMailServer } from "./types/mx.ts";
import { NS_TARGET } from "./types/ns.ts";
import { SRV_TARGET } from "./types/srv.ts";

const ZONE = "example.com";
const RULES = { CNAME: CNAME_TARGET, NS: NS_TARGET, SRV: SRV_TARGET };

function readTarget(typed: string, type: keyof typeof RULES | "MX", zone: string) {
  return type === "MX" ? readMailServer(typed, zone) : readTargetBy(typed, RULES[type], zone);
}

describe("The target of a CNAME", () => {
  // RFC 1035, RFC 4343, RFC 6376, RFC 2181, RFC 5890, RFC 1123.
  test.each(
    grouped([
      ["shops.myshopify.com", "shops.myshopify.com", "Shops.MyShopify.com", "shops.myshopify.com."],
      ["shops.myshopify.com", " shops.myshopify.com "],
      ["example.com", "@", "example.com"],
      [
        "selector1-example-com._domainkey.example.onmicrosoft.com",
        "selector1-example-com._domainkey.example.onmicrosoft.com",
      ],
      ["_abc.acm-validations.aws", "_abc.acm-validations.aws"],
      ["a-.example.net", "a-.example.net"],
      ["xn--mnchen-3ya.de", "münchen.de"],
      ["xn--r8jz45g.xn--zckzah", "例え.テスト"],
      ["1.2.3.com", "1.2.3.com"],
    ]),
  )("is read from %j as %s", (typed, target) => {
    expect(readTarget(typed, "CNAME", ZONE)).toEqual({ ok: true, value: target });
  });
  // RFC 1035, RFC 4592, RFC 6761, RFC 1123, RFC 5892.
  test.each(
    grouped([
      ["Type a name", "", "."],
      ["IP address", "41.90.64.12", "2001:db8::1", "[2001:db8::1]"],
      ["web address", "https://shops.myshopify.com", "shops.myshopify.com/path"],
      ["letters, digits", "shops.myshopify.com:443", "a,com", "🙂.com"],
      ["e-mail", "info@example.com"],
      ["no spaces", "two names.com"],
      ["star", "*.example.com"],
      ["type www.example.com", "www"],
      ["type localhost.example.com", "localhost."],
      ["Every dot", "a..com", "a.com.."],
      ["letters", "a.123"],
      ["63", `${"a".repeat(64)}.com`],
      ["253", `${"a.".repeat(126)}com`],
    ]),
  )("is rejected for %j with: %s", (typed, message) => {
    expect(readTarget(typed, "CNAME", ZONE)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("The target of an MX", () => {
  // RFC 1035, RFC 4343, RFC 5321, RFC 7505, RFC 1123, RFC 5890.
  test.each(
    grouped([
      ["mail.example.com", "mail.example.com"],
      ["aspmx.l.google.com", "aspmx.l.google.com.", "ASPMX.L.GOOGLE.COM"],
      ["example-com.mail.protection.outlook.com", "example-com.mail.protection.outlook.com"],
      ["example.com", "@"],
      [".", ".", " . "],
      ["mx.zoho.eu", "mx.zoho.eu"],
      ["mx1.1and1.com", "mx1.1and1.com"],
      ["post.xn--mnchen-3ya.de", "post.münchen.de"],
    ]),
  )("is read from %j as %s", (typed, target) => {
    expect(readTarget(typed, "MX", ZONE)).toEqual({ ok: true, value: target });
  });
  // RFC 5321, RFC 1035, RFC 1123, RFC 4592, RFC 7505.
  test.each(
    grouped([
      ["mail.example.com", ""],
      ["IP address", "41.90.64.12", "2001:db8::1"],
      ["priority in its own field", "10 mail.example.com"],
      ["type mail.example.com", "mail"],
      ["A server's name", "my_mail.example.com", "-mail.example.com", "mail-.example.com"],
      ["e-mail", "info@example.com"],
      ["web address", "smtp://mail.example.com"],
      ["letters, digits", "mail.example.com:25"],
      ["star", "*.example.com"],
      ["no spaces", "mail.example.com, mail2.example.com"],
      ["Every dot", "mail..example.com", ".."],
    ]),
  )("is rejected for %j with: %s", (typed, message) => {
    const reading = readTarget(typed, "MX", ZONE);
    expect(reading).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("The target of an NS", () => {
  // RFC 1035, RFC 4343, RFC 1034, RFC 5890, RFC 1123.
  test.each(
    grouped([
      ["ns1.example.net", "ns1.example.net", "NS1.Example.NET.", " ns1.example.net "],
      ["ns-1536.awsdns-00.co.uk", "ns-1536.awsdns-00.co.uk"],
      ["ada.ns.cloudflare.com", "ada.ns.cloudflare.com"],
      ["ns1.sub.example.com", "ns1.sub.example.com"],
      ["example.com", "@"],
      ["ns1.kenic.or.ke", "ns1.kenic.or.ke"],
      ["ns.xn--mnchen-3ya.de", "ns.münchen.de"],
      ["1.ns.example.org", "1.ns.example.org"],
    ]),
  )("is read from %j as %s", (typed, target) => {
    expect(readTarget(typed, "NS", ZONE)).toEqual({ ok: true, value: target });
  });
  // RFC 1035, RFC 1123, RFC 4592.
  test.each(
    grouped([
      ["ns1.example.com", ""],
      ["Type a name", "."],
      ["IP address", "41.90.64.12", "::1"],
      ["type ns1.example.com", "ns1"],
      ["A server's name", "ns_1.example.net", "-ns.example.net"],
      ["web address", "https://ns1.example.net", "ns1.example.net/"],
      ["e-mail", "ns1@example.net"],
      ["no spaces", "ns1.example.net ns2.example.net"],
      ["star", "*.example.net"],
      ["Every dot", "ns1..net"],
      ["63", `ns.${"a".repeat(64)}.net`],
      ["letters", "ns1.example.1"],
    ]),
  )("is rejected for %j with: %s", (typed, message) => {
    expect(readTarget(typed, "NS", ZONE)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;
const anything = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.domain(),
  fc.webUrl(),
  fc.ipV4(),
  fc.ipV6(),
  fc.emailAddress(),
);

test("any text gives an absolute name or a message, and a name is read back as itself", () => {
  fc.assert(
    fc.property(anything, fc.constantFrom("CNAME", "MX", "NS", "SRV"), (typed, type) => {
      const reading = readTarget(typed, type, ZONE);
      if (!reading.ok) return;
      expect(reading.value).toMatch(/^(\.|[a-z0-9_-]+(\.[a-z0-9_-]+)+)$/);
      expect(readTarget(reading.value, type, ZONE)).toEqual(reading);
      if (reading.value !== ".") expect(readTarget(`${reading.value.toUpperCase()}.`, type, ZONE)).toEqual(reading);
    }),
    { seed: 1, numRuns },
  );
});
