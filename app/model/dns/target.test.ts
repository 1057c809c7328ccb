import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
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
  test.each([
    ["shops.myshopify.com", "shops.myshopify.com", "RFC 1035, 3.3.1"],
    ["Shops.MyShopify.com", "shops.myshopify.com", "RFC 4343"],
    ["shops.myshopify.com.", "shops.myshopify.com", "RFC 1035, 5.1"],
    [" shops.myshopify.com ", "shops.myshopify.com", "product: DNS records"],
    ["@", "example.com", "RFC 1035, 5.1"],
    ["example.com", "example.com", "RFC 1035, 3.3.1"],
    [
      "selector1-example-com._domainkey.example.onmicrosoft.com",
      "selector1-example-com._domainkey.example.onmicrosoft.com",
      "RFC 6376, 3.6.2",
    ],
    ["_abc.acm-validations.aws", "_abc.acm-validations.aws", "RFC 2181, 11"],
    ["a-.example.net", "a-.example.net", "RFC 2181, 11"],
    ["münchen.de", "xn--mnchen-3ya.de", "RFC 5890"],
    ["例え.テスト", "xn--r8jz45g.xn--zckzah", "RFC 5890"],
    ["1.2.3.com", "1.2.3.com", "RFC 1123, 2.1"],
  ])("is read from %j as %s (%s)", (typed, target) => {
    expect(readTarget(typed, "CNAME", ZONE)).toEqual({ ok: true, value: target });
  });

  test.each([
    ["", "Type a name", "product: DNS records"],
    [".", "Type a name", "RFC 1035, 3.3.1"],
    ["41.90.64.12", "IP address", "RFC 1035, 3.3.1"],
    ["2001:db8::1", "IP address", "RFC 1035, 3.3.1"],
    ["[2001:db8::1]", "IP address", "RFC 1035, 3.3.1"],
    ["https://shops.myshopify.com", "web address", "product: DNS records"],
    ["shops.myshopify.com/path", "web address", "product: DNS records"],
    ["shops.myshopify.com:443", "letters, digits", "RFC 1035, 2.3.1"],
    ["info@example.com", "e-mail", "product: DNS records"],
    ["two names.com", "no spaces", "RFC 1035, 2.3.1"],
    ["*.example.com", "star", "RFC 4592, 4"],
    ["www", "type www.example.com", "Cloudflare, DNS record types: a whole name"],
    ["localhost.", "type localhost.example.com", "RFC 6761"],
    ["a..com", "Every dot", "RFC 1035, 2.3.1"],
    ["a.com..", "Every dot", "RFC 1035, 2.3.1"],
    ["a.123", "letters", "RFC 1123, 2.1"],
    [`${"a".repeat(64)}.com`, "63", "RFC 1035, 2.3.4"],
    [`${"a.".repeat(126)}com`, "253", "RFC 1035, 2.3.4"],
    ["a,com", "letters, digits", "RFC 1035, 2.3.1"],
    ["🙂.com", "letters, digits", "RFC 5892"],
  ])("is rejected for %j with: %s (%s)", (typed, message) => {
    expect(readTarget(typed, "CNAME", ZONE)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("The target of an MX", () => {
  test.each([
    ["mail.example.com", "mail.example.com", "RFC 1035, 3.3.9"],
    ["aspmx.l.google.com.", "aspmx.l.google.com", "RFC 1035, 5.1"],
    ["ASPMX.L.GOOGLE.COM", "aspmx.l.google.com", "RFC 4343"],
    ["example-com.mail.protection.outlook.com", "example-com.mail.protection.outlook.com", "RFC 5321, 5.1"],
    ["@", "example.com", "RFC 1035, 5.1"],
    [".", ".", "RFC 7505, 3"],
    [" . ", ".", "RFC 7505, 3"],
    ["mx.zoho.eu", "mx.zoho.eu", "RFC 5321, 5.1"],
    ["mx1.1and1.com", "mx1.1and1.com", "RFC 1123, 2.1"],
    ["post.münchen.de", "post.xn--mnchen-3ya.de", "RFC 5890"],
  ])("is read from %j as %s (%s)", (typed, target) => {
    expect(readTarget(typed, "MX", ZONE)).toEqual({ ok: true, value: target });
  });

  test.each([
    ["", "mail.example.com", "product: DNS records"],
    ["41.90.64.12", "IP address", "RFC 5321, 5.1"],
    ["2001:db8::1", "IP address", "RFC 5321, 5.1"],
    ["10 mail.example.com", "priority in its own field", "RFC 1035, 3.3.9"],
    ["mail", "type mail.example.com", "Cloudflare, DNS record types"],
    ["my_mail.example.com", "A server's name", "RFC 5321, 4.1.2"],
    ["-mail.example.com", "A server's name", "RFC 1123, 2.1"],
    ["mail-.example.com", "A server's name", "RFC 1123, 2.1"],
    ["info@example.com", "e-mail", "product: DNS records"],
    ["smtp://mail.example.com", "web address", "product: DNS records"],
    ["mail.example.com:25", "letters, digits", "RFC 5321, 5.1"],
    ["*.example.com", "star", "RFC 4592, 4"],
    ["mail.example.com, mail2.example.com", "no spaces", "RFC 1035, 3.3.9"],
    ["mail..example.com", "Every dot", "RFC 1035, 2.3.1"],
    ["..", "Every dot", "RFC 7505, 3"],
  ])("is rejected for %j with: %s (%s)", (typed, message) => {
    const reading = readTarget(typed, "MX", ZONE);
    expect(reading).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("The target of an NS", () => {
  test.each([
    ["ns1.example.net", "ns1.example.net", "RFC 1035, 3.3.11"],
    ["NS1.Example.NET.", "ns1.example.net", "RFC 4343"],
    ["ns-1536.awsdns-00.co.uk", "ns-1536.awsdns-00.co.uk", "RFC 1035, 3.3.11"],
    ["ada.ns.cloudflare.com", "ada.ns.cloudflare.com", "RFC 1035, 3.3.11"],
    ["ns1.sub.example.com", "ns1.sub.example.com", "RFC 1034, 4.2.1"],
    ["@", "example.com", "RFC 1035, 5.1"],
    ["ns1.kenic.or.ke", "ns1.kenic.or.ke", "RFC 1035, 3.3.11"],
    ["ns.münchen.de", "ns.xn--mnchen-3ya.de", "RFC 5890"],
    ["1.ns.example.org", "1.ns.example.org", "RFC 1123, 2.1"],
    [" ns1.example.net ", "ns1.example.net", "product: DNS records"],
  ])("is read from %j as %s (%s)", (typed, target) => {
    expect(readTarget(typed, "NS", ZONE)).toEqual({ ok: true, value: target });
  });

  test.each([
    ["", "ns1.example.com", "product: DNS records"],
    [".", "Type a name", "RFC 1035, 3.3.11"],
    ["41.90.64.12", "IP address", "RFC 1035, 3.3.11"],
    ["::1", "IP address", "RFC 1035, 3.3.11"],
    ["ns1", "type ns1.example.com", "Cloudflare, DNS record types"],
    ["ns_1.example.net", "A server's name", "RFC 1123, 2.1"],
    ["-ns.example.net", "A server's name", "RFC 1123, 2.1"],
    ["https://ns1.example.net", "web address", "product: DNS records"],
    ["ns1.example.net/", "web address", "product: DNS records"],
    ["ns1@example.net", "e-mail", "product: DNS records"],
    ["ns1.example.net ns2.example.net", "no spaces", "RFC 1035, 3.3.11"],
    ["*.example.net", "star", "RFC 4592, 4.2"],
    ["ns1..net", "Every dot", "RFC 1035, 2.3.1"],
    [`ns.${"a".repeat(64)}.net`, "63", "RFC 1035, 2.3.4"],
    ["ns1.example.1", "letters", "RFC 1123, 2.1"],
  ])("is rejected for %j with: %s (%s)", (typed, message) => {
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
