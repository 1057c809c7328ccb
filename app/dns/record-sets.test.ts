import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import type { DnsRecord } from "./record.ts";
import { recordSets } from "./record-sets.ts";
import { isRecordType, RECORD_TYPES } from "./types.ts";

const ZONE = "example.com";

const asked = (...records: DnsRecord[]) =>
  recordSets(records, ZONE).map(({ question, visibleAs }) => `${question.name} ${question.type} ${visibleAs}`);

test("groups records by name and type, the apex first", () => {
  const sets = recordSets([record("www A 1"), record("www TXT x"), record("@ MX a"), record("www A 2")], ZONE);
  expect(sets.map(({ records }) => records.map(({ id }) => id))).toEqual([
    ["@ MX a"],
    ["www A 1", "www A 2"],
    ["www TXT x"],
  ]);
});

test("asks for addresses where a record is proxied", () => {
  const proxied = { proxied: true };
  expect(asked(record("@ A 1", proxied), record("@ AAAA ::1", proxied), record("@ TXT x"))).toEqual([
    "example.com A cdn",
    "example.com TXT as-written",
  ]);
  expect(asked(record("www CNAME a.example.net", proxied))).toEqual(["www.example.com A cdn"]);
  // One proxied record of a set is enough.
  expect(asked(record("www A 1", proxied), record("www A 2"))).toEqual(["www.example.com A cdn"]);
});

test("names the mail servers that use the CDN by their own records or by a wildcard", () => {
  const proxied = { proxied: true };
  const serversOf = (...records: DnsRecord[]) => {
    const sets = recordSets([record("@ MX mail.example.com"), record("@ MX b.example.com"), ...records], ZONE);
    return sets.flatMap(({ proxiedServers }) => proxiedServers);
  };
  expect(serversOf(record("mail A 1", proxied), record("b A 2"))).toEqual(["mail.example.com"]);
  expect(serversOf(record("* A 1", proxied), record("b TXT x"))).toEqual(["mail.example.com"]);
  expect(serversOf(record("mail A 1"), record("b A 2"))).toEqual([]);
});

test("asks for addresses in place of a CNAME at the apex only", () => {
  expect(asked(record("@ CNAME a.example.net"), record("www CNAME a.example.net"))).toEqual([
    "example.com A flattened",
    "www.example.com CNAME as-written",
  ]);
});

test("asks for an unused name in place of a wildcard", () => {
  expect(asked(record("* A 1"), record("*.shop MX a"))).toEqual([
    "any-name.example.com A as-written",
    "any-name.shop.example.com MX as-written",
  ]);
  const [star] = asked(record("* A 1"), record("any-name TXT x"), record("a.any-name-2 A 1"));
  expect(star).toBe("any-name-2-2.example.com A as-written");
});

test("does not ask for other types and for name servers of the apex", () => {
  expect(asked(record("@ HINFO x"), record("@ LOC x"), record("@ NS ns1.example.net"), record("shop NS a"))).toEqual([
    "shop.example.com NS as-written",
  ]);
});

test("marks names at or below a delegation, but not the delegation itself", () => {
  const records = ["shop NS a", "shop A 1", "x.shop A 1", "workshop A 1", "@ A 1"].map((line) => record(line));
  const marked = recordSets(records, ZONE).filter(({ isDelegated }) => isDelegated);
  expect(marked.map(({ name, question }) => `${name} ${question.type}`)).toEqual([
    "shop.example.com A",
    "x.shop.example.com A",
  ]);
});

test("puts each record into one set, and never asks twice or for a wildcard", () => {
  const any = fc.record({
    id: fc.uuid(),
    type: fc.constantFrom(...RECORD_TYPES, "LOC"),
    name: fc.constantFrom("", "www.", "*.", "any-name.", "a.any-name-2.", "*.www.").map((label) => `${label}${ZONE}`),
    content: fc.constantFrom("192.0.2.1", "a.example.net"),
    ttl: fc.constant(300),
    proxied: fc.boolean(),
  });
  forAny([fc.uniqueArray(any, { selector: ({ id }) => id, maxLength: 30 })], (records) => {
    const sets = recordSets(records, ZONE);
    const wanted = records.filter(({ type, name }) => isRecordType(type) && !(type === "NS" && name === ZONE));
    const ids = sets.flatMap((set) => set.records.map(({ id }) => id));
    expect(ids.sort()).toEqual(wanted.map(({ id }) => id).sort());
    const questions = asked(...records);
    expect(new Set(questions).size).toBe(questions.length);
    expect(questions.join()).not.toContain("*");
  });
});
