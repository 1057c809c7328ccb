import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import type { RecordDraft } from "./record.ts";
import { canonicalContent, matchesDraft, sameRecord, targetOf } from "./record-identity.ts";
import { recordVersion } from "./record-version.server.ts";

const SRV = { priority: 1, weight: 2, port: 3, target: "a.example.com" };
const CAA = { flags: 0, tag: "issue", value: "letsencrypt.org" };

/** Each line has different ways to write one record; no two lines are the same record. */
const WAYS: RecordDraft[][] = [
  [record("www A 41.90.64.12"), record("WWW A  41.90.64.12", { ttl: 1, proxied: true })],
  [record("www A 41.90.64.13")],
  [record("@ A 41.90.64.12")],
  [record("www AAAA 2001:db8::1"), record("www AAAA 2001:0DB8:0:0:0:0:0:1", { comment: "old" })],
  [record("www CNAME a.example.net"), record("www CNAME A.Example.NET.")],
  [record("www NS a.example.net")],
  [record("www MX a.example.net", { priority: 10 }), record("www MX A.example.net.", { priority: 10 })],
  [record("www MX a.example.net", { priority: 20 })],
  [
    ...[record("www TXT v=spf1 -all"), record('www TXT "v=spf1 -all"'), record('www TXT "v=spf1 " "-all"')],
    record('www TXT "v=spf1\\032-all"'),
  ],
  [record('www TXT "-all \\"x\\""'), record('www TXT -all "x"')],
  [record('www TXT "V=SPF1 -all"')],
  [
    record("www SRV 2 3 a.example.com", { priority: 1, data: SRV }),
    record("www SRV 2\t3\tA.example.com.", { priority: 1 }),
    record("www SRV 2 3 a.example.com", { data: SRV }),
  ],
  [record("www SRV 2 3 a.example.com", { priority: 2 })],
  [record("www SRV", { data: { ...SRV, port: 4 } })],
  [
    record('www CAA 0 issue "letsencrypt.org"', { data: CAA }),
    record("www CAA", { data: CAA }),
    record("www CAA 0 ISSUE letsencrypt.org"),
    record('www CAA 0 issue "LetsEncrypt.org."'),
  ],
  [record('www CAA 128 issue "letsencrypt.org"')],
  [record("www RP a.example.net")],
  [record("www RP A.example.net")],
];

test("records are duplicates exactly if they are on the same line of the table", () => {
  for (const [i, ways] of WAYS.entries())
    for (const [j, others] of WAYS.entries())
      for (const a of ways) for (const b of others) expect(sameRecord(a, b), `${a.content} ${b.content}`).toBe(i === j);
});

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

test("a canonical content is canonical itself", () => {
  forAny([anyRecord], ({ data, ...given }) => {
    if (given.type === "TXT") return;
    const content = canonicalContent(given);
    expect(canonicalContent({ ...given, content })).toBe(content);
  });
});

test.each([
  [record("www MX .", { priority: 0 }), undefined],
  [record("www SRV 0 0 ."), undefined],
  [record("www SRV 0 0 A.example.com."), "a.example.com"],
  [record("www TXT a.example.com"), undefined],
])("the target of %j is %s", (given, target) => {
  expect(targetOf(given)).toBe(target);
});

test("the version changes with everything that a customer sees, and with nothing else", () => {
  const given = record("www SRV 2 3 a.example.com", { priority: 1, data: SRV });
  const version = recordVersion(given);
  expect(version).toMatch(/^[\w-]{22}$/);
  const { priority, ...rest } = SRV;
  expect(recordVersion({ comment: "", ...given, data: { ...rest, priority } })).toBe(version);
  const changed: Partial<RecordDraft>[] = [
    ...[{ type: "TXT" }, { name: "example.com" }, { content: "2 4 a.example.com" }, { ttl: 301 }, { proxied: true }],
    ...[{ priority: 2 }, { priority: undefined }, { data: { ...SRV, port: 4 } }, { data: undefined }],
    { comment: "mine" },
  ];
  const versions = changed.map((change) => recordVersion({ ...given, ...change }));
  expect(new Set([version, ...versions]).size).toBe(changed.length + 1);
});

test.each<[Partial<RecordDraft>, Partial<RecordDraft>, boolean]>([
  [{}, {}, true],
  [{ ttl: 1, proxied: true }, { ttl: 3600, proxied: true }, true],
  [{ ttl: 61 }, {}, false],
  [{ proxied: true }, {}, false],
  [{ comment: "x" }, {}, true],
  [{ comment: "x" }, { comment: "" }, false],
  [{}, { comment: "" }, true],
])("the record %j matches the draft %j: %s", (given, draft, expected) => {
  expect(matchesDraft(record("www A 192.0.2.1", given), record("www A 192.0.2.1", draft))).toBe(expected);
});
