import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordDraft } from "./record.ts";
import { canonicalContent, matchesDraft, sameRecord, targetOf } from "./record-identity.ts";
import { recordVersion } from "./record-version.server.ts";

const base = { name: "www.example.com", ttl: 300, proxied: false };
const srv = { priority: 1, weight: 2, port: 3, target: "a.example.com" };
const caa = { flags: 0, tag: "issue", value: "letsencrypt.org" };

/** Each line has different ways to write one record; no two lines are the same record. */
const WAYS: RecordDraft[][] = [
  [
    { ...base, type: "A", content: "41.90.64.12" },
    { ...base, type: "A", content: " 41.90.64.12", name: "WWW.example.com.", ttl: 1, proxied: true },
  ],
  [{ ...base, type: "A", content: "41.90.64.13" }],
  [{ ...base, type: "A", content: "41.90.64.12", name: "example.com" }],
  [
    { ...base, type: "AAAA", content: "2001:db8::1" },
    { ...base, type: "AAAA", content: "2001:0DB8:0:0:0:0:0:1", comment: "old" },
  ],
  [
    { ...base, type: "CNAME", content: "a.example.net" },
    { ...base, type: "CNAME", content: "A.Example.NET." },
  ],
  [{ ...base, type: "NS", content: "a.example.net" }],
  [
    { ...base, type: "MX", content: "a.example.net", priority: 10 },
    { ...base, type: "MX", content: "A.example.net.", priority: 10 },
  ],
  [{ ...base, type: "MX", content: "a.example.net", priority: 20 }],
  [
    { ...base, type: "TXT", content: "v=spf1 -all" },
    { ...base, type: "TXT", content: '"v=spf1 -all"' },
    { ...base, type: "TXT", content: '"v=spf1 " "-all"' },
    { ...base, type: "TXT", content: '"v=spf1\\032-all"' },
  ],
  [
    { ...base, type: "TXT", content: '"-all \\"x\\""' },
    { ...base, type: "TXT", content: '-all "x"' },
  ],
  [{ ...base, type: "TXT", content: '"V=SPF1 -all"' }],
  [
    { ...base, type: "SRV", content: "2 3 a.example.com", priority: 1, data: srv },
    { ...base, type: "SRV", content: "2\t3\tA.example.com.", priority: 1 },
    { ...base, type: "SRV", content: "2 3 a.example.com", data: srv },
  ],
  [{ ...base, type: "SRV", content: "2 3 a.example.com", priority: 2 }],
  [{ ...base, type: "SRV", content: "", data: { ...srv, port: 4 } }],
  [
    { ...base, type: "CAA", content: '0 issue "letsencrypt.org"', data: caa },
    { ...base, type: "CAA", content: "", data: caa },
    { ...base, type: "CAA", content: "0 ISSUE letsencrypt.org" },
  ],
  [{ ...base, type: "CAA", content: '128 issue "letsencrypt.org"' }],
  [{ ...base, type: "PTR", content: "a.example.net" }],
  [{ ...base, type: "PTR", content: "A.example.net" }],
];

test("records are duplicates exactly if they are on the same line of the table", () => {
  for (const [i, ways] of WAYS.entries())
    for (const [j, others] of WAYS.entries())
      for (const a of ways) for (const b of others) expect(sameRecord(a, b), `${a.content} ${b.content}`).toBe(i === j);
});

const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;
const anyRecord: fc.Arbitrary<RecordDraft> = fc.oneof(
  fc.constantFrom(...WAYS.flat()),
  fc.record({
    type: fc.constantFrom("A", "AAAA", "CNAME", "MX", "TXT", "SRV", "CAA"),
    name: fc.constantFrom("www.example.com", "WWW.EXAMPLE.COM."),
    content: fc.oneof(
      fc.constantFrom("2001:db8::1", "2001:DB8:0::1", "a", "A.", '"a"', "0 0 a", "0 0 A."),
      fc.string(),
    ),
    ttl: fc.constantFrom(1, 300),
    proxied: fc.boolean(),
    priority: fc.constantFrom(undefined, 0, 10),
  }),
);

test("being duplicates is reflexive, symmetric and transitive", () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, anyRecord, (a, b, c) => {
      expect(sameRecord(a, a)).toBe(true);
      expect(sameRecord(a, b)).toBe(sameRecord(b, a));
      if (sameRecord(a, b) && sameRecord(b, c)) expect(sameRecord(a, c)).toBe(true);
    }),
    { seed: 1, numRuns },
  );
});

test("a canonical content is canonical itself", () => {
  fc.assert(
    fc.property(anyRecord, ({ data, ...record }) => {
      if (record.type === "TXT") return;
      const content = canonicalContent(record);
      expect(canonicalContent({ ...record, content })).toBe(content);
    }),
    { seed: 1, numRuns },
  );
});

test('"." is no target, not an empty name', () => {
  expect(canonicalContent({ ...base, type: "MX", content: ".", priority: 0 })).toBe(".");
  expect(targetOf({ ...base, type: "MX", content: ".", priority: 0 })).toBeUndefined();
  expect(targetOf({ ...base, type: "SRV", content: "0 0 ." })).toBeUndefined();
  expect(targetOf({ ...base, type: "SRV", content: "0 0 A.example.com." })).toBe("a.example.com");
  expect(targetOf({ ...base, type: "TXT", content: "a.example.com" })).toBeUndefined();
});

test("the version changes with everything that a customer sees, and with nothing else", () => {
  const record: RecordDraft = { ...base, type: "SRV", content: "2 3 a.example.com", priority: 1, data: srv };
  const version = recordVersion(record);
  expect(version).toMatch(/^[\w-]{22}$/);
  const { priority, ...rest } = srv;
  expect(recordVersion({ comment: "", ...record, data: { ...rest, priority } })).toBe(version);
  const changed: RecordDraft[] = [
    { ...record, type: "TXT" },
    { ...record, name: "example.com" },
    { ...record, content: "2 4 a.example.com" },
    { ...record, ttl: 301 },
    { ...record, proxied: true },
    { ...record, priority: 2 },
    { ...record, priority: undefined },
    { ...record, data: { ...srv, port: 4 } },
    { ...record, data: undefined },
    { ...record, comment: "mine" },
  ];
  expect(new Set([version, ...changed.map(recordVersion)]).size).toBe(changed.length + 1);
});

test.each<[Partial<RecordDraft>, Partial<RecordDraft>, boolean]>([
  [{}, {}, true],
  [{ ttl: 1, proxied: true }, { ttl: 3600, proxied: true }, true],
  [{ ttl: 61 }, {}, false],
  [{ proxied: true }, {}, false],
  [{ comment: "x" }, {}, true],
  [{ comment: "x" }, { comment: "" }, false],
  [{}, { comment: "" }, true],
])("the record %j matches the draft %j: %s", (record, draft, expected) => {
  const a: RecordDraft = { ...base, type: "A", content: "192.0.2.1" };
  expect(matchesDraft({ ...a, ...record }, { ...a, ...draft })).toBe(expected);
});
