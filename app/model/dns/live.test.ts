import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spelt, TYPES } from "#mocks/public-dns/spelling.ts";
import { canonicalIpv6 } from "./address.ts";
import { untilText, verdictOf } from "./live.ts";
import type { DnsRecord } from "./record.ts";
import { canonicalContent } from "./record-identity.ts";
import { recordSets } from "./record-sets.ts";
import type { Resolution } from "./resolution.ts";
import { txtContent } from "./txt.ts";
import { caaContent } from "./types/caa.ts";

const ZONE = "example.com";

/** "www A 41.90.64.12" as a record; `@` is the zone itself. */
function record(line: string, rest: Partial<DnsRecord> = {}): DnsRecord {
  const [name = "", type = "", ...content] = line.split(" ");
  const full = name === "@" ? ZONE : `${name}.${ZONE}`;
  return { id: line, type, name: full, content: content.join(" "), ttl: 300, proxied: false, ...rest };
}
/** "www A 41.90.64.12" as what a resolver answers. */
function answer(...lines: string[]): Resolution {
  const read = lines.map((text) => {
    const [label, type = "", ...data] = text.split(" ");
    return { name: label === "@" ? ZONE : `${label}.${ZONE}`, type, ttl: 60, data: data.join(" ") };
  });
  return { outcome: "answered", records: read, negativeTtl: null, askedAt: 1000 };
}
const no: Resolution = { ...answer(), outcome: "no-name", negativeTtl: 900 };
const END = 61_000;

function verdict(records: DnsRecord[], seen: Resolution | undefined, isElsewhere = false) {
  const [set] = recordSets(records, ZONE);
  if (!set) throw new Error("There is nothing to ask.");
  return verdictOf(set, seen, isElsewhere);
}
const proxied = { proxied: true };

describe("The verdict is right when a resolver returns", () => {
  test.each<[string, DnsRecord[], Resolution | undefined, object]>([
    ["live", [record("www A 192.0.2.1")], answer("www A 192.0.2.1"), { kind: "live" }],
    [
      "live in another order",
      [record("www A 192.0.2.1"), record("www A 192.0.2.2")],
      answer("www A 192.0.2.2", "www A 192.0.2.1"),
      { kind: "live" },
    ],
    [
      "an old value",
      [record("www A 192.0.2.1")],
      answer("www A 192.0.2.9"),
      { kind: "old", seen: ["192.0.2.9"], until: END },
    ],
    [
      "an old value where one of two is not there yet",
      [record("www A 192.0.2.1"), record("www A 192.0.2.2")],
      answer("www A 192.0.2.1"),
      { kind: "old", seen: ["192.0.2.1"], until: END },
    ],
    [
      "mine and an old value besides",
      [record("www A 192.0.2.1")],
      answer("www A 192.0.2.1", "www A 192.0.2.9"),
      { kind: "extra", seen: ["192.0.2.9"], until: END },
    ],
    [
      "the CNAME that was there before, even if it leads to the same address",
      [record("www A 192.0.2.1")],
      {
        ...answer("www CNAME a.example.net."),
        records: [
          ...answer("www CNAME a.example.net.").records,
          { name: "a.example.net.", type: "A", ttl: 5, data: "192.0.2.1" },
        ],
      },
      { kind: "old", seen: ["a.example.net"], until: END },
    ],
    ["not there", [record("www A 192.0.2.1")], no, { kind: "none", until: 901_000 }],
    ["not there, and nobody says until when", [record("www A 192.0.2.1")], answer(), { kind: "none", until: null }],
    ["not answered", [record("www A 192.0.2.1")], { ...answer(), outcome: "failed" }, { kind: "failed" }],
    ["not asked", [record("www A 192.0.2.1")], undefined, { kind: "unknown" }],
    ["the CDN", [record("@ A 192.0.2.1", proxied)], answer("@ A 104.21.3.4", "@ A 172.67.1.2"), { kind: "cdn" }],
    [
      "the CDN in place of a CNAME",
      [record("www CNAME a.example.net", proxied)],
      answer("www A 104.21.3.4"),
      { kind: "cdn" },
    ],
    [
      "one's own address where the CDN should be",
      [record("@ A 192.0.2.1", proxied)],
      answer("@ A 192.0.2.1"),
      { kind: "old", seen: ["192.0.2.1"], until: END },
    ],
    [
      "the bare CNAME where the CDN should be",
      [record("www CNAME a.example.net", proxied)],
      answer("www CNAME a.example.net."),
      { kind: "old", seen: ["a.example.net"], until: END },
    ],
    [
      "the CDN where one's own address should be",
      [record("@ A 192.0.2.1")],
      answer("@ A 104.21.3.4"),
      { kind: "old", seen: ["104.21.3.4"], until: END },
    ],
    ["not there, behind the CDN", [record("@ A 192.0.2.1", proxied)], no, { kind: "none", until: 901_000 }],
    [
      "addresses in place of the zone's CNAME",
      [record("@ CNAME a.example.net")],
      answer("@ A 192.0.2.1"),
      { kind: "flattened", seen: ["192.0.2.1"] },
    ],
    ["live under a star", [record("* A 192.0.2.1")], answer("any-name A 192.0.2.1"), { kind: "live" }],
  ])("%s", (_what, records, seen, expected) => {
    expect(verdict(records, seen)).toEqual(expected);
  });
});

describe('The verdict is "elsewhere" when other name servers return', () => {
  test.each<[string, DnsRecord[], Resolution, object]>([
    ["the same", [record("www A 192.0.2.1")], answer("www A 192.0.2.1"), { isSame: true, seen: ["192.0.2.1"] }],
    ["another value", [record("www A 192.0.2.1")], answer("www A 192.0.2.9"), { isSame: false, seen: ["192.0.2.9"] }],
    ["one more", [record("www A 192.0.2.1")], answer("www A 192.0.2.1", "www A 192.0.2.9"), { isSame: false }],
    ["nothing", [record("www A 192.0.2.1")], no, { isSame: false, seen: [] }],
    [
      "the server that is behind our CDN",
      [record("@ A 192.0.2.1", proxied)],
      answer("@ A 192.0.2.1"),
      { isSame: true },
    ],
    ["nothing behind our CDN", [record("@ A 192.0.2.1", proxied)], no, { isSame: false, seen: [] }],
  ])("%s", (_what, records, seen, expected) => {
    expect(verdict(records, seen, true)).toMatchObject({ kind: "elsewhere", ...expected });
  });

  test("the same for a delegated part of the domain", () => {
    const records = [record("shop A 192.0.2.1"), record("shop NS ns1.example.net")];
    expect(verdict(records, answer("shop A 192.0.2.1"))).toMatchObject({ kind: "elsewhere", isSame: true });
  });

  test('but "failed" when the resolver got no answer', () => {
    expect(verdict([record("www A 192.0.2.1")], { ...no, outcome: "failed" }, true)).toEqual({ kind: "failed" });
  });
});

const name = fc.domain();
const small = fc.nat(65_535);
const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
/** Contents of each type, as the provider keeps them. */
const contents: Record<string, fc.Arbitrary<Partial<DnsRecord>>> = {
  A: fc.ipV4().map((content) => ({ content })),
  AAAA: fc.ipV6().map((typed) => ({ content: canonicalIpv6(typed) ?? "::1" })),
  CNAME: name.map((content) => ({ content })),
  NS: name.map((content) => ({ content })),
  MX: fc.record({ content: name, priority: small }),
  TXT: fc
    .oneof(printable, fc.string({ unit: fc.constantFrom(..."aü日 "), minLength: 1, maxLength: 200 }))
    .map((text) => ({
      // With quotation marks and backslashes both, a bare text can be read in more than one way.
      content: txtContent(text.includes('"') ? text.replaceAll("\\", "/") : text),
    })),
  SRV: fc.tuple(small, small, small, name).map(([priority, weight, port, target]) => ({
    content: `${weight} ${port} ${target}`,
    priority,
    data: { priority, weight, port, target },
  })),
  CAA: printable.map((value) => ({ content: caaContent({ flags: 0, tag: "issue", value }) })),
};
const setOfOne = fc.constantFrom(...Object.keys(contents)).chain((type) =>
  fc.array(
    (contents[type] ?? fc.constant({})).map((rest) => record(`www ${type}`, rest)),
    { minLength: 1, maxLength: 4 },
  ),
);
const resolvers = fc.constantFrom("google" as const, "cloudflare" as const);
const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;

function spelled(resolver: "google" | "cloudflare", records: DnsRecord[]): Resolution {
  const seen = records.map(({ type, content, priority, ttl, name: owner }) => ({
    name: owner,
    type,
    content,
    priority,
    ttl,
  }));
  const lines = spelt(resolver, seen).map(({ name: owner, type, TTL, data }) => ({
    name: owner,
    type: Object.keys(TYPES).find((known) => TYPES[known] === type) ?? "RRSIG",
    ttl: TTL,
    data,
  }));
  return { ...answer(), records: lines };
}
const keyOf = (one: DnsRecord) => `${one.priority} ${canonicalContent(one)}`;
const distinct = (records: DnsRecord[]) => [...new Map(records.map((one) => [keyOf(one), one])).values()];

test("records are live in the spelling of any resolver", () => {
  fc.assert(
    fc.property(setOfOne, resolvers, (given, resolver) => {
      const records = distinct(given);
      expect(verdict(records, spelled(resolver, records))).toEqual({ kind: "live" });
    }),
    { seed: 1, numRuns },
  );
});

test("nothing else is live, and an old value has an end that is not in the past", () => {
  fc.assert(
    fc.property(setOfOne, setOfOne, resolvers, (given, other, resolver) => {
      const [records, seen] = [distinct(given), distinct(other)];
      const isSame =
        records[0]?.type === seen[0]?.type && records.map(keyOf).sort().join() === seen.map(keyOf).sort().join();
      const found = verdict(records, spelled(resolver, seen));
      expect(found.kind === "live").toBe(isSame);
      if (found.kind === "old" || found.kind === "extra") expect(found.until).toBeGreaterThanOrEqual(1000);
    }),
    { seed: 2, numRuns },
  );
});

test("an end is never shown too early, nor more than a minute late", () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), fc.nat(80_000), (start, seconds) => {
      const [now, until] = [new Date(start * 1000), (start + seconds) * 1000];
      const words = untilText(until, now);
      const [, hour, minute] = /^(\d\d):(\d\d)( tomorrow)?$/.exec(words) ?? [];
      const today = Math.floor((now.getTime() / 3_600_000 + 3) / 24) + (words.endsWith("tomorrow") ? 1 : 0);
      const said = ((today * 24 + Number(hour) - 3) * 60 + Number(minute)) * 60_000;
      expect(said - until).toBeGreaterThanOrEqual(0);
      expect(said - until).toBeLessThan(60_000);
    }),
    { seed: 3, numRuns },
  );
});
