import { expect, test } from "vitest";
import { recordsFor, refreshTime } from "#app/domains/resolver-reply.ts";
import { resolutionOf } from "../../tests/resolver-answers.ts";
import { zoneRecord } from "../../tests/zone-record.ts";
import type { RecordDraft } from "./record.ts";
import { hasSameContent, resolvedText, valueText } from "./resolution.ts";

const NAME = "www.example.com";
const resolved = (type: string, data: string, name = NAME) => ({ name, type, ttl: 300, data });
const record = (type: string, content: string, rest: Partial<RecordDraft> = {}) =>
  zoneRecord(`www ${type} ${content}`, rest);

const A = record("A", "203.0.113.24");
const MX = record("MX", "mail.example.com", { priority: 10 });
const SRV = record("SRV", "1 443 sip.example.com", { priority: 100 });
const SPF = record("TXT", '"v=spf1 -all"');
const CAA = record("CAA", '0 issue "letsencrypt.org"');
const CAA_BYTES = "000569737375656c657473656e63727970742e6f7267";
const LONG = "k".repeat(300);

// The property-based test in live.test.ts tries each type as resolvers spell it.
test.each<[string, string, RecordDraft, boolean]>([
  ["A", "203.0.113.25", A, false],
  ["CNAME", "203.0.113.24", A, false],
  ["AAAA", "2001:0db8:0::24", record("AAAA", "2001:db8::24"), true],
  ["CNAME", "Shops.MyShopify.com.", record("CNAME", "shops.myshopify.com"), true],
  ["MX", "10 mail.example.com.", MX, true],
  ["MX", "20 mail.example.com.", MX, false],
  ["MX", "0 .", record("MX", ".", { priority: 0 }), true],
  ["SRV", "100 1 443 sip.example.com.", SRV, true],
  ["SRV", "100 2 443 sip.example.com.", SRV, false],
  ["TXT", "v=spf1 -all", SPF, true],
  ["TXT", '"v=spf1 ""-all"', SPF, true],
  ["TXT", "V=SPF1 -all", SPF, false],
  ["TXT", '"v=spf1 -all"', record("TXT", "v=spf1 -all"), true],
  ["TXT", LONG, record("TXT", `"${LONG.slice(0, 255)}" "${LONG.slice(255)}"`), true],
  ["TXT", 'say "hello"', record("TXT", '"say \\"hello\\""'), true],
  ["TXT", 'say \\"hello\\"', record("TXT", '"say \\"hello\\""'), true],
  ["TXT", "back\\slash", record("TXT", '"back\\\\slash"'), true],
  ["TXT", "habari \\195\\188", record("TXT", '"habari ü"'), true],
  ["CAA", `\\# 22 ${CAA_BYTES}`, CAA, true],
  ["CAA", `\\# 22 80${CAA_BYTES.slice(2)}`, CAA, false],
  ["CAA", "\\# 1 00", CAA, false],
])("%s %s has the same content as %o: %s", (type, data, wanted, expected) => {
  expect(hasSameContent(resolved(type, data), wanted)).toBe(expected);
  // To check a wildcard record the site looks up a made-up name, so the owner name must not matter.
  expect(hasSameContent(resolved(type, data, "any-name.example.com."), wanted)).toBe(expected);
});

test("the records for a question are those of its name and type, or else the CNAME of its name", () => {
  const [a, cname] = [resolved("A", "192.0.2.1", "WWW.example.com."), resolved("CNAME", "a.example.net.")];
  const target = resolved("A", "192.0.2.2", "a.example.net.");
  const found = (type: string, ...records: (typeof a)[]) =>
    recordsFor({ name: NAME, type }, resolutionOf([], { records }));
  expect(found("A", a, target)).toEqual([a]);
  expect(found("A", cname, target)).toEqual([cname]);
  expect(found("CNAME", cname, target)).toEqual([cname]);
  expect(found("A", target)).toEqual([]);
});

test("a resolver asks again after its longest TTL in seconds, and without records after the negative TTL", () => {
  const records = [60, 90].map((ttl) => ({ ...resolved("A", "192.0.2.1"), ttl }));
  const askedAt = 1000;
  expect(refreshTime(records, resolutionOf([], { askedAt }))).toBe(91_000);
  expect(refreshTime([], resolutionOf([], { askedAt, negativeTtl: 900 }))).toBe(901_000);
  expect(refreshTime([], resolutionOf([], { askedAt }))).toBeNull();
});

test.each([
  ["MX", "10 Mail.Example.com.", "10 mail.example.com"],
  ["SRV", "100 1 443 sip.example.com.", "100 1 443 sip.example.com"],
  ["TXT", '"v=spf1 " "-all"', "v=spf1 -all"],
  ["TXT", "a\u202eb\r\nc", "a b c"],
  ["TXT", "x".repeat(500), `${"x".repeat(59)}…`],
  ["CAA", `\\# 22 ${CAA_BYTES}`, '0 issue "letsencrypt.org"'],
  ["A", "", ""],
])("%s %j is shown as %s", (type, data, words) => {
  expect(resolvedText(resolved(type, data))).toBe(words);
});

test.each([
  [MX, "10 mail.example.com"],
  [SRV, "100 1 443 sip.example.com"],
  [SPF, "v=spf1 -all"],
  [{ ...A, priority: 5 }, "203.0.113.24"],
])("the record %j is shown as %s, in the form that a resolver's record has", (given, words) => {
  expect(valueText(given)).toBe(words);
});

test("an MX record whose server uses the CDN is the name that Cloudflare makes for it", () => {
  const line = (data: string) => ({ name: "a.ke", type: "MX", data, ttl: 60 });
  const record = { type: "MX", name: "a.ke", content: "mail.a.ke", priority: 10, ttl: 1, proxied: false };
  expect(hasSameContent(line("10 _dc-mx.0a1b2c3d4e5f.a.ke."), record, ["mail.a.ke"])).toBe(true);
  expect(hasSameContent(line("20 _dc-mx.0a1b2c3d4e5f.a.ke."), record, ["mail.a.ke"])).toBe(false);
  expect(hasSameContent(line("10 other.a.ke."), record, ["mail.a.ke"])).toBe(false);
  expect(hasSameContent(line("10 _dc-mx.0a1b2c3d4e5f.b.ke."), record, ["mail.a.ke"])).toBe(false);
  // Once the CDN is switched off, that name is an old value.
  expect(hasSameContent(line("10 _dc-mx.0a1b2c3d4e5f.a.ke."), record, [])).toBe(false);
});
