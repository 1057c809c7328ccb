import { expect, test } from "vitest";
import type { RecordDraft } from "./record.ts";
import {
  hasSameContent,
  type Resolution,
  type ResolvedRecord,
  recordsFor,
  refreshTime,
  resolvedText,
  valueText,
} from "./resolution.ts";

const NAME = "www.example.com";
const line = (type: string, data: string, rest: Partial<ResolvedRecord> = {}): ResolvedRecord => ({
  name: NAME,
  type,
  ttl: 300,
  data,
  ...rest,
});
const record = (type: string, content: string, rest: Partial<RecordDraft> = {}): RecordDraft => ({
  type,
  name: NAME,
  content,
  ttl: 300,
  proxied: false,
  ...rest,
});
const answer = (...records: ResolvedRecord[]): Resolution => ({
  outcome: "answered",
  records,
  negativeTtl: null,
  askedAt: 0,
});
const long = "k".repeat(300);

test.each<[string, string, RecordDraft, boolean]>([
  ["A", "203.0.113.24", record("A", "203.0.113.24"), true],
  ["A", "203.0.113.25", record("A", "203.0.113.24"), false],
  ["AAAA", "2001:0db8:0::24", record("AAAA", "2001:db8::24"), true],
  ["CNAME", "Shops.MyShopify.com.", record("CNAME", "shops.myshopify.com"), true],
  ["NS", "ns1.example.net", record("NS", "ns1.example.net"), true],
  ["MX", "10 mail.example.com.", record("MX", "mail.example.com", { priority: 10 }), true],
  ["MX", "20 mail.example.com.", record("MX", "mail.example.com", { priority: 10 }), false],
  ["MX", "0 .", record("MX", ".", { priority: 0 }), true],
  ["SRV", "100 1 443 sip.example.com.", record("SRV", "1 443 sip.example.com", { priority: 100 }), true],
  [
    "SRV",
    "100 1 443 sip.example.com.",
    record("SRV", "", { data: { priority: 100, weight: 1, port: 443, target: "sip.example.com" } }),
    true,
  ],
  ["SRV", "100 2 443 sip.example.com.", record("SRV", "1 443 sip.example.com", { priority: 100 }), false],
  ["TXT", "v=spf1 -all", record("TXT", '"v=spf1 -all"'), true],
  ["TXT", '"v=spf1 -all"', record("TXT", "v=spf1 -all"), true],
  ["TXT", '"v=spf1 " "-all"', record("TXT", '"v=spf1 -all"'), true],
  ["TXT", '"v=spf1 ""-all"', record("TXT", '"v=spf1 -all"'), true],
  ["TXT", long, record("TXT", `"${long.slice(0, 255)}" "${long.slice(255)}"`), true],
  ["TXT", 'say "hello"', record("TXT", '"say \\"hello\\""'), true],
  ["TXT", 'say \\"hello\\"', record("TXT", '"say \\"hello\\""'), true],
  ["TXT", '"say \\"hello\\""', record("TXT", '"say \\"hello\\""'), true],
  ["TXT", "back\\slash", record("TXT", '"back\\\\slash"'), true],
  ["TXT", "habari \\195\\188", record("TXT", '"habari ü"'), true],
  ["TXT", "habari ü", record("TXT", '"habari \\195\\188"'), true],
  ["TXT", "V=SPF1 -all", record("TXT", '"v=spf1 -all"'), false],
  ["CAA", '0 issue "letsencrypt.org"', record("CAA", '0 issue "letsencrypt.org"'), true],
  [
    "CAA",
    "\\# 22 00 05 69 73 73 75 65 6c 65 74 73 65 6e 63 72 79 70 74 2e 6f 72 67",
    record("CAA", '0 issue "letsencrypt.org"'),
    true,
  ],
  ["CAA", "\\# 22 000569737375656c657473656e63727970742e6f7267", record("CAA", '0 issue "letsencrypt.org"'), true],
  ["CAA", "\\# 22 800569737375656c657473656e63727970742e6f7267", record("CAA", '0 issue "letsencrypt.org"'), false],
  ["CAA", "\\# 1 00", record("CAA", '0 issue "letsencrypt.org"'), false],
  ["CNAME", "203.0.113.24", record("A", "203.0.113.24"), false],
])("%s %s has the same content as %o: %s", (type, data, wanted, expected) => {
  expect(hasSameContent(line(type, data), wanted)).toBe(expected);
  // Under a star a made-up name was asked for.
  expect(hasSameContent(line(type, data, { name: "any-name.example.com." }), wanted)).toBe(expected);
});

test("a question gives the records of its name and type, or else the CNAME", () => {
  const [a, cname] = [line("A", "192.0.2.1", { name: "WWW.example.com." }), line("CNAME", "a.example.net.")];
  const target = line("A", "192.0.2.2", { name: "a.example.net." });
  const question = { name: NAME, type: "A" };
  expect(recordsFor(question, answer(a, target))).toEqual([a]);
  expect(recordsFor(question, answer(cname, target))).toEqual([cname]);
  expect(recordsFor({ name: NAME, type: "CNAME" }, answer(cname, target))).toEqual([cname]);
  expect(recordsFor(question, answer(target))).toEqual([]);
});

test("a resolver refreshes after its longest TTL, and without records after the negative TTL", () => {
  const some = { ...answer(), askedAt: 5000 };
  expect(refreshTime([line("A", "192.0.2.1", { ttl: 60 }), line("A", "192.0.2.2", { ttl: 90 })], some)).toBe(95_000);
  expect(refreshTime([], { ...some, negativeTtl: 900 })).toBe(905_000);
  expect(refreshTime([], some)).toBeNull();
});

test.each([
  ["MX", "10 Mail.Example.com.", "10 mail.example.com"],
  ["SRV", "100 1 443 sip.example.com.", "100 1 443 sip.example.com"],
  ["TXT", '"v=spf1 " "-all"', "v=spf1 -all"],
  ["CNAME", "a.example.net.", "a.example.net"],
  ["A", "192.0.2.1", "192.0.2.1"],
  ["CAA", "\\# 22 000569737375656c657473656e63727970742e6f7267", '0 issue "letsencrypt.org"'],
  ["TXT", "a\u202eb\r\nc", "a b c"],
  ["TXT", "x".repeat(500), `${"x".repeat(59)}…`],
  ["A", "", ""],
])("%s %j is shown as %s", (type, data, words) => {
  expect(resolvedText(line(type, data))).toBe(words);
});

test("a record's value is shown in the same form as a resolver's", () => {
  const srv = { priority: 100, weight: 1, port: 443, target: "sip.example.com" };
  expect(valueText(record("MX", "mail.example.com", { priority: 0 }))).toBe("0 mail.example.com");
  expect(valueText(record("SRV", "1 443 sip.example.com", { data: srv }))).toBe("100 1 443 sip.example.com");
  expect(valueText(record("TXT", '"v=spf1 -all"'))).toBe("v=spf1 -all");
  expect(valueText(record("A", "192.0.2.1", { priority: 5 }))).toBe("192.0.2.1");
});
