import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { grouped } from "../../tests/grouped.ts";
import { readTarget as readTargetBy } from "./target.ts";
import { CNAME_TARGET } from "./types/cname.ts";
import { readMailServer } from "./types/mx.ts";
import { NS_TARGET } from "./types/ns.ts";
import { SRV_TARGET } from "./types/srv.ts";

const RULES = { CNAME: CNAME_TARGET, NS: NS_TARGET, SRV: SRV_TARGET };
type Type = keyof typeof RULES | "MX";

function readTarget(typed: string, type: Type) {
  return type === "MX" ? readMailServer(typed, "example.com") : readTargetBy(typed, RULES[type], "example.com");
}

// RFC 1035, RFC 4343, RFC 6376, RFC 2181, RFC 5890, RFC 1123.
test.each(
  grouped([
    [
      "shops.myshopify.com",
      "shops.myshopify.com",
      "Shops.MyShopify.com",
      "shops.myshopify.com.",
      " shops.myshopify.com ",
    ],
    ["example.com", "@", "example.com"],
    ["_abc.acm-validations.aws", "_abc.acm-validations.aws"],
    ["a-.example.net", "a-.example.net"],
    ["xn--mnchen-3ya.de", "münchen.de"],
    ["1.2.3.com", "1.2.3.com"],
  ]),
)("reads the target %j of a CNAME as %s", (typed, target) => {
  expect(readTarget(typed, "CNAME")).toEqual({ ok: true, value: target });
});

// RFC 1035, RFC 4592, RFC 6761, RFC 1123, RFC 5892.
test.each(
  grouped([
    ["Type a name", "", "."],
    ["IP address", "41.90.64.12", "2001:db8::1", "[2001:db8::1]"],
    ["web address", "https://shops.myshopify.com", "shops.myshopify.com/path"],
    ["letters, digits", "shops.myshopify.com:443", "🙂.com"],
    ["e-mail", "info@example.com"],
    ["no spaces", "two names.com"],
    ["star", "*.example.com"],
    ["type www.example.com", "www"],
    ["Every dot", "a..com", "a.com.."],
    ["letters", "a.123"],
    ["63", `${"a".repeat(64)}.com`],
    ["253", `${"a.".repeat(126)}com`],
  ]),
)("rejects the target %j of a CNAME and says: %s", (typed, message) => {
  expect(readTarget(typed, "CNAME")).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test.each<[Type, string, string, string]>([
  ["MX", "ASPMX.L.GOOGLE.COM.", "aspmx.l.google.com", "RFC 1035, 5.1; RFC 4343"],
  ["MX", "@", "example.com", "RFC 1035, 5.1"],
  ["MX", " . ", ".", "RFC 7505, 3"],
  ["MX", "mx1.1and1.com", "mx1.1and1.com", "RFC 1123, 2.1"],
  ["MX", "post.münchen.de", "post.xn--mnchen-3ya.de", "RFC 5890"],
  ["NS", "NS1.Example.NET.", "ns1.example.net", "RFC 4343"],
])("the target of an %s is read from %j as %s (%s)", (type, typed, target) => {
  expect(readTarget(typed, type)).toEqual({ ok: true, value: target });
});

test.each<[Type, string, string, string]>([
  ["MX", "", "mail.example.com", "product: DNS records"],
  ["MX", "41.90.64.12", "IP address", "RFC 5321, 5.1"],
  ["MX", "10 mail.example.com", "priority in its own field", "RFC 1035, 3.3.9"],
  ["MX", "mail", "type mail.example.com", "Cloudflare, DNS record types"],
  ["MX", "my_mail.example.com", "A server's name", "RFC 5321, 4.1.2"],
  ["MX", "mail-.example.com", "A server's name", "RFC 1123, 2.1"],
  ["NS", "", "ns1.example.com", "product: DNS records"],
  ["NS", ".", "Type a name", "RFC 1035, 3.3.11"],
  ["NS", "::1", "IP address", "RFC 1035, 3.3.11"],
  ["NS", "ns_1.example.net", "A server's name", "RFC 1123, 2.1"],
  ["SRV", "sip_1.example.com", "A server's name", "RFC 2782"],
])("the target of an %s is rejected for %j with: %s (%s)", (type, typed, message) => {
  expect(readTarget(typed, type)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("any text gives an absolute name or a message, and a name is read back as itself", () => {
  const text = fc.oneof(
    ...[fc.string({ unit: anyCharacter }), fc.domain(), fc.webUrl(), fc.ipV4(), fc.ipV6(), fc.emailAddress()],
  );
  forAny([text, fc.constantFrom<Type>("CNAME", "MX", "NS", "SRV")], (typed, type) => {
    const reading = readTarget(typed, type);
    if (!reading.ok) return;
    expect(reading.value).toMatch(/^(\.|[a-z0-9_-]+(\.[a-z0-9_-]+)+)$/);
    expect(readTarget(reading.value, type)).toEqual(reading);
    if (reading.value !== ".") expect(readTarget(`${reading.value.toUpperCase()}.`, type)).toEqual(reading);
  });
});
