import { expect, test } from "vitest";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { sameRecord } from "#app/model/dns/record-identity.ts";
import { matchesDraft } from "./record-identity.ts";

const A: RecordDraft = { type: "A", name: "a.example", content: "192.0.2.1", ttl: 60, proxied: false };
const srv = { priority: 1, weight: 2, port: 3, target: "b.example" };

test.each<[Partial<RecordDraft>, Partial<RecordDraft>]>([
  [{ name: "A.example." }, {}],
  [{ ttl: 3600, proxied: true, comment: "x" }, {}],
  [
    { type: "CNAME", content: "B.example." },
    { type: "CNAME", content: "b.example" },
  ],
  [
    { type: "AAAA", content: "2001:db8:0:0::1" },
    { type: "AAAA", content: "2001:DB8::1" },
  ],
  [
    { type: "TXT", content: '"v=spf1 " "-all \\"x\\""' },
    { type: "TXT", content: 'v=spf1 -all "x"' },
  ],
  [
    { type: "SRV", content: "", data: { ...srv, target: "B.example." } },
    { type: "SRV", content: "2 3 b.example", priority: 1 },
  ],
  [
    { type: "CAA", content: "", data: { flags: 0, tag: "issue", value: "ca.example" } },
    { type: "CAA", content: '0 issue "ca.example"' },
  ],
])("%j and %j are duplicates", (a, b) => {
  expect(sameRecord({ ...A, ...a }, { ...A, ...b })).toBe(true);
});

test.each<[Partial<RecordDraft>, Partial<RecordDraft>]>([
  [{ type: "NS" }, {}],
  [{ name: "b.example" }, {}],
  [{ content: "192.0.2.2" }, {}],
  [
    { type: "MX", priority: 1 },
    { type: "MX", priority: 2 },
  ],
  [
    { type: "TXT", content: "A" },
    { type: "TXT", content: "a" },
  ],
  [
    { type: "SRV", data: srv },
    { type: "SRV", data: { ...srv, port: 4 } },
  ],
])("%j and %j are different records", (a, b) => {
  expect(sameRecord({ ...A, ...a }, { ...A, ...b })).toBe(false);
});

test.each<[Partial<RecordDraft>, Partial<RecordDraft>, boolean]>([
  [{}, {}, true],
  [{ ttl: 1, proxied: true }, { ttl: 3600, proxied: true }, true],
  [{ ttl: 61 }, {}, false],
  [{ proxied: true }, {}, false],
  [{ comment: "x" }, {}, true],
  [{ comment: "x" }, { comment: "" }, false],
  [{}, { comment: "" }, true],
])("the record %j matches the draft %j: %s", (record, draft, isWanted) => {
  expect(matchesDraft({ ...A, ...record }, { ...A, ...draft })).toBe(isWanted);
});
