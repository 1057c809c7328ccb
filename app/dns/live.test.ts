import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Resolution } from "#app/domains/resolver-reply.ts";
import { formatRecords, TYPES } from "#mocks/public-dns/record-format.ts";
import { forAny } from "../../tests/arbitraries.ts";
import { resolutionOf as answer } from "../../tests/resolver-answers.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { canonicalIpv6 } from "./address.ts";
import { firstValues, resolverReport, untilText, type Verdict, verdictOf } from "./live.ts";
import type { DnsRecord } from "./record.ts";
import { canonicalContent } from "./record-identity.ts";
import { recordSets } from "./record-sets.ts";
import { txtContent } from "./txt.ts";
import { caaContent } from "./types/caa.ts";
import { srvContent } from "./types/srv.ts";

const ZONE = "example.com";
/** When the TTL of 60 s or the negative TTL of 900 s ends. */
const [END, NEGATIVE_END] = [61_000, 901_000];

const NO_NAME = answer([], { outcome: "no-name", negativeTtl: 900 });
const FAILED = answer([], { outcome: "failed" });

function verdict(records: DnsRecord[], resolution: Resolution | undefined, isElsewhere = false) {
  const [set] = recordSets(records, ZONE);
  if (!set) throw new Error("There is nothing to ask.");
  return verdictOf(set, resolution, isElsewhere);
}
const records = (lines: string, rest: Partial<DnsRecord> = {}) => lines.split(" | ").map((line) => record(line, rest));
const proxied = (lines: string) => records(lines, { proxied: true });
const old = (value: string) => ({ kind: "old", values: [value], until: END });
const A = records("www A 192.0.2.1");

describe("The verdict when a resolver returns", () => {
  const before = answer(["www CNAME a.example.net."]);
  const target = { name: "a.example.net.", type: "A", ttl: 5, data: "192.0.2.1" };
  const two = "www A 192.0.2.1 | www A 192.0.2.2";
  const flattened = { kind: "flattened", values: ["192.0.2.1"] };
  const extra = { kind: "extra", values: ["192.0.2.9"], until: END };
  test.each<[string, DnsRecord[], Resolution | undefined, object]>([
    ["the record", A, answer(["www A 192.0.2.1"]), { kind: "live" }],
    ["the records in another order", records(two), answer(["www A 192.0.2.2", "www A 192.0.2.1"]), { kind: "live" }],
    ["an old value", A, answer(["www A 192.0.2.9"]), old("192.0.2.9")],
    ["the record and an old value", A, answer(["www A 192.0.2.1", "www A 192.0.2.9"]), extra],
    ["an old CNAME to the same address", A, { ...before, records: [...before.records, target] }, old("a.example.net")],
    ["no such name", A, NO_NAME, { kind: "none", until: NEGATIVE_END }],
    ["nothing, without a negative TTL", A, answer([]), { kind: "none", until: null }],
    ["a failure", A, FAILED, { kind: "failed" }],
    ["no reply", A, undefined, { kind: "unknown" }],
    ["the CDN", proxied("@ A 192.0.2.1"), answer(["@ A 104.21.3.4", "@ A 172.67.1.2"]), { kind: "cdn" }],
    ["the address itself, not the CDN", proxied("@ A 192.0.2.1"), answer(["@ A 192.0.2.1"]), old("192.0.2.1")],
    ["the CDN, not the address itself", records("@ A 192.0.2.1"), answer(["@ A 104.21.3.4"]), old("104.21.3.4")],
    [
      "addresses in place of a CNAME at the apex",
      records("@ CNAME a.example.net"),
      answer(["@ A 192.0.2.1"]),
      flattened,
    ],
    ["the record of a wildcard", records("* A 192.0.2.1"), answer(["any-name A 192.0.2.1"]), { kind: "live" }],
  ])("%s is right", (_what, set, values, expected) => {
    expect(verdict(set, values)).toEqual(expected);
  });
});

describe('The verdict is "elsewhere" when other name servers return', () => {
  test.each<[string, DnsRecord[], Resolution, object]>([
    ["the same", A, answer(["www A 192.0.2.1"]), { isSame: true, values: ["192.0.2.1"] }],
    ["another value", A, answer(["www A 192.0.2.9"]), { isSame: false, values: ["192.0.2.9"] }],
    ["nothing", A, NO_NAME, { isSame: false, values: [] }],
    ["the server behind our CDN", proxied("@ A 192.0.2.1"), answer(["@ A 192.0.2.1"]), { isSame: true }],
  ])("%s", (_what, set, values, expected) => {
    expect(verdict(set, values, true)).toMatchObject({ kind: "elsewhere", ...expected });
  });

  test("the same for a delegated part of the domain", () => {
    const set = records("shop A 192.0.2.1 | shop NS ns1.example.net");
    expect(verdict(set, answer(["shop A 192.0.2.1"]))).toMatchObject({ kind: "elsewhere", isSame: true });
  });

  test('but "failed" when the resolver got no answer', () => {
    expect(verdict(A, FAILED, true)).toEqual({ kind: "failed" });
  });
});

test("two mail servers that use the CDN need two names of its own", () => {
  const zone = [
    ...[record("@ MX one.example.com", { priority: 10 }), record("@ MX two.example.com", { priority: 10 })],
    ...proxied("one A 192.0.2.1 | two A 192.0.2.2"),
  ];
  const name = (id: string) => ({ name: ZONE, type: "MX", ttl: 60, data: `10 _dc-mx.${id}.${ZONE}.` });
  expect(verdict(zone, { ...answer([]), records: [name("0a"), name("0b")] })).toEqual({ kind: "live" });
  expect(verdict(zone, { ...answer([]), records: [name("0a")] })).toMatchObject({ kind: "old" });
});

/** 14:00:30 in Nairobi. */
const NOW = new Date("2026-11-21T11:00:30Z");

test.each([
  ["21T11:04:01", "14:05"],
  ["21T10:00:00", "14:01"],
  ["21T20:59:59", "00:00 tomorrow"],
  ["24T11:05:00", "14:05 on 24 Nov 2026"],
])("a time of %s UTC is shown as %s", (time, words) => {
  expect(untilText(Date.parse(`2026-11-${time}Z`), NOW)).toBe(words);
});

describe("A verdict has a word, a status and a sentence", () => {
  const until = Date.parse("2026-11-21T11:05:00Z");
  const values = ["192.0.2.1"];
  test.each<[Verdict, string, string, RegExp]>([
    [{ kind: "live" }, "ok", "Live", /^$/],
    [{ kind: "cdn" }, "ok", "Live", /^$/],
    [{ kind: "flattened", values }, "ok", "Live", /192\.0\.2\.1/],
    [{ kind: "extra", values, until }, "warn", "Old value too", /also sees 192\.0\.2\.1, until 14:05 at the latest\.$/],
    [{ kind: "old", values, until }, "warn", "Old value", /still sees 192\.0\.2\.1, until 14:05 at the latest\.$/],
    [{ kind: "old", values, until: null }, "warn", "Old value", /sees 192\.0\.2\.1\.$/],
    [{ kind: "none", until }, "warn", "Not seen", /nothing yet, until 14:05 at the latest\.$/],
    [{ kind: "none", until: null }, "warn", "Not seen", /nothing yet\.$/],
    [{ kind: "elsewhere", isSame: true, values: ["a"] }, "neutral", "Same value", /Other name servers/],
    [{ kind: "elsewhere", isSame: false, values: ["a"] }, "neutral", "Not here", /Other name servers have a\.$/],
    [{ kind: "elsewhere", isSame: false, values: [] }, "neutral", "Not here", /have nothing/],
    [{ kind: "failed" }, "bad", "No answer", /no valid answer/],
    [{ kind: "unknown" }, "neutral", "Not asked", /can’t check/],
  ])("for %o", (given, status, word, text) => {
    expect(resolverReport(given, NOW)).toEqual({ status, word, text: expect.stringMatching(text) });
  });
});

test("lists the first three values and counts the others", () => {
  expect(firstValues(["a", "b", "c"])).toBe("a, b, c");
  expect(firstValues(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
});

const name = fc.domain();
const small = fc.nat(65_535);
const printable = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
/** Contents of each type, as the provider keeps them. */
const contents: Record<string, fc.Arbitrary<Partial<DnsRecord>>> = {
  A: fc.record({ content: fc.ipV4() }),
  AAAA: fc.ipV6().map((typed) => ({ content: canonicalIpv6(typed) ?? "::1" })),
  CNAME: fc.record({ content: name }),
  NS: fc.record({ content: name }),
  MX: fc.record({ content: name, priority: small }),
  // With both quotation marks and backslashes, a bare text can be read in more than one way.
  TXT: fc
    .oneof(printable, fc.string({ unit: fc.constantFrom(..."aü日 "), minLength: 1, maxLength: 200 }))
    .map((text) => ({ content: txtContent(text.includes('"') ? text.replaceAll("\\", "/") : text) })),
  SRV: fc.record({ priority: small, weight: small, port: small, target: name }).map((data) => {
    return { content: srvContent(data), priority: data.priority, data };
  }),
  CAA: printable.map((value) => ({ content: caaContent({ flags: 0, tag: "issue", value }) })),
  PTR: fc.record({ content: name }),
  HTTPS: fc.tuple(small, name).map(([port, target]) => ({ content: `1 ${target} alpn="h3,h2" port="${port}"` })),
  NAPTR: name.map((target) => ({ content: `100 10 "S" "SIP+D2U" "" ${target}` })),
  DS: small.map((tag) => ({ content: `${tag} 13 2 ${"D4B7D520".repeat(8)}` })),
  TLSA: small.map((tag) => ({ content: `3 1 0 ${tag.toString(16).padStart(4, "0")}` })),
};
const setOfOne = fc.constantFrom(...Object.keys(contents)).chain((type) =>
  fc.array(
    (contents[type] ?? fc.constant({})).map((rest) => record(`www ${type}`, rest)),
    { minLength: 1, maxLength: 4 },
  ),
);
const resolvers = fc.constantFrom("google" as const, "cloudflare" as const);

function spelled(resolver: "google" | "cloudflare", records: DnsRecord[]): Resolution {
  const lines = formatRecords(resolver, records).map(({ name: owner, type, TTL, data }) => ({
    name: owner,
    type: Object.keys(TYPES).find((known) => TYPES[known] === type) ?? "RRSIG",
    ttl: TTL,
    data,
  }));
  return answer([], { records: lines });
}
const keyOf = (one: DnsRecord) => `${one.priority} ${canonicalContent(one)}`;
const distinct = (records: DnsRecord[]) => [...new Map(records.map((one) => [keyOf(one), one])).values()];

test("records are live in the spelling of any resolver", () => {
  forAny([setOfOne, resolvers], (given, resolver) => {
    const records = distinct(given);
    expect(verdict(records, spelled(resolver, records))).toEqual({ kind: "live" });
  });
});

test("other records are not live, and an old value has an end that is not in the past", () => {
  forAny([setOfOne, setOfOne, resolvers], (given, other, resolver) => {
    const [records, values] = [distinct(given), distinct(other)];
    const isSame =
      records[0]?.type === values[0]?.type && records.map(keyOf).sort().join() === values.map(keyOf).sort().join();
    const found = verdict(records, spelled(resolver, values));
    expect(found.kind === "live").toBe(isSame);
    if (found.kind === "old" || found.kind === "extra") expect(found.until).toBeGreaterThanOrEqual(1000);
  });
});

test("an end is never shown too early, nor more than a minute late", () => {
  forAny([fc.nat(2_000_000_000), fc.nat(80_000)], (start, seconds) => {
    const [now, until] = [new Date(start * 1000), (start + seconds) * 1000];
    const words = untilText(until, now);
    const [, hour, minute] = /^(\d\d):(\d\d)( tomorrow)?$/.exec(words) ?? [];
    const today = Math.floor((now.getTime() / 3_600_000 + 3) / 24) + (words.endsWith("tomorrow") ? 1 : 0);
    const said = ((today * 24 + Number(hour) - 3) * 60 + Number(minute)) * 60_000;
    expect(said - until).toBeGreaterThanOrEqual(0);
    expect(said - until).toBeLessThan(60_000);
  });
});
