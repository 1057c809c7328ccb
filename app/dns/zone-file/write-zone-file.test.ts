import { expect, test } from "vitest";
import { zoneRecord } from "../../../tests/zone-record.ts";
import type { RecordDraft } from "../record.ts";
import { writeZoneFile } from "./write-zone-file.ts";

const ZONE = "example.com";
const NOW = new Date("2026-11-21T16:50:00Z");

const record = (line: string, rest: Partial<RecordDraft> = {}) => zoneRecord(line, { ttl: 3600, ...rest });
const write = (...records: RecordDraft[]) => writeZoneFile(records, ZONE, { now: NOW });

/** Returns the lines after the head of the file. */
function lines(...records: RecordDraft[]): string[] {
  const [, rest = ""] = write(...records).split("ns1.invalid.\n");
  return rest.split("\n").filter((line) => line !== "");
}

test("the head has the origin, a TTL, and a SOA whose serial grows with time", () => {
  expect(write()).toMatch(/^\$ORIGIN example\.com\.$/m);
  expect(write()).toMatch(/^\$TTL 3600$/m);
  expect(write()).toContain("SOA\tns1.invalid. hostmaster.example.com. 2026112167 7200 3600 1209600 3600\n");
  expect(writeZoneFile([], ZONE, { now: new Date("2026-11-21T23:59:59Z") })).toContain(" 2026112195 ");
});

test("the head names the zone's own servers, else the known ones, else a placeholder with instructions", () => {
  const own = write(record("@ NS b.example.net"), record("@ NS a.example.net"));
  expect(own).toContain("SOA\ta.example.net. ");
  expect(own.match(/IN\tNS\t.*/g)).toEqual(["IN\tNS\ta.example.net.", "IN\tNS\tb.example.net."]);
  const known = writeZoneFile([], ZONE, { now: NOW, nameServers: ["x.example.net", "y.example.net."] });
  expect(known.match(/IN\tNS\t.*/g)).toEqual(["IN\tNS\tx.example.net.", "IN\tNS\ty.example.net."]);
  expect(write()).toMatch(/; Write the new name servers.*\n.*NS\tns1\.invalid\.$/m);
});

test.each<[RecordDraft, string]>([
  [record("www A 41.90.64.12"), "A\t41.90.64.12 ; cf_tags=cf-proxied:false"],
  [record("* AAAA 2001:db8::1", { ttl: 1, proxied: true }), "AAAA\t2001:db8::1 ; cf_tags=cf-proxied:true"],
  [record("www CNAME shop.example.net"), "CNAME\tshop.example.net. ; cf_tags=cf-proxied:false"],
  [record("@ MX mail.example.net", { priority: 5 }), "MX\t5 mail.example.net."],
  [record("@ MX .", { priority: 0 }), "MX\t0 ."],
  [record("@ TXT v=spf1 -all"), 'TXT\t"v=spf1 -all"'],
  [record("@ TXT x", { ttl: 1 }), 'TXT\t"x" ; ttl:auto cf_tags='],
  [record('@ TXT say "hi"; \\ü'), 'TXT\t"say \\"hi\\"; \\\\\\195\\188"'],
  [record("@ TXT"), 'TXT\t""'],
  [record(`@ TXT ${"x".repeat(256)}`), `TXT\t"${"x".repeat(255)}" "x"`],
  [record("_sip._tcp SRV 5 5060 sip.example.net", { priority: 1 }), "SRV\t1 5 5060 sip.example.net."],
  [record('@ CAA 0 issue ";"'), 'CAA\t0 issue ";"'],
  [record('@ HTTPS 1 . alpn="h3,h2"'), 'HTTPS\t1 . alpn="h3,h2"'],
  [record("@ SVCB 1 svc.example.net port=53"), 'SVCB\t1 svc.example.net. port="53"'],
  [record("x PTR host.example.net"), "PTR\thost.example.net."],
  [record('x NAPTR 10 10 "u" "x" "!^.*$!!" host.example.net'), 'NAPTR\t10 10 "u" "x" "!^.*$!!" host.example.net.'],
  [record('x URI 1 "https://example.net"', { priority: 10 }), 'URI\t10 1 "https://example.net"'],
  [record("x LOC 1 17 11.000 S 36 49 2.000 E 1795.00m"), "LOC\t1 17 11.000 S 36 49 2.000 E 1795.00m"],
])("writes %j with final dots, and Auto as 300 seconds", (given, written) => {
  expect(lines(given)).toEqual([`${given.name}.\t${given.ttl === 1 ? 300 : 3600}\tIN\t${written}`]);
});

test("comments out a CNAME at the apex, because other servers reject it", () => {
  expect(lines(record("@ CNAME shops.example.net", { ttl: 1, proxied: true }))).toEqual([
    "; flattened: example.com.\t300\tIN\tCNAME\tshops.example.net. ; cf_tags=cf-proxied:true",
  ]);
});

test.each([
  ...[
    "x FOO 1 2 3",
    "x LOC 1 17\nwww 60 A 41.90.64.12",
    "x LOC 1 17 ; www",
    'x SMIMEA 3 1 1 "abc',
    "x SMIMEA 3 1 1 ( abc",
  ],
  ...['x TLSA 3 1 1 "abc', "x TLSA 3 1 1 ( abcd", "x DS 1 13 2 xyz", "x HTTPS 1 . alpn"],
  ...["x SRV sip.example.net", "x A 41.90.64.12\n@ NS x", "x CNAME a b", "x CAA nothing"],
])("comments out on one line the record %j, which a zone file cannot express", (line) => {
  expect(lines(record(line))).toEqual([expect.stringMatching(/^; left out: \S.*$/)]);
});

test.each(["x y", "x\n@ NS evil.example.net. ;"])("comments out on one line a record of the name %j", (label) => {
  const given = { ...record("www A 41.90.64.12"), name: `${label}.${ZONE}` };
  expect(lines(given)).toEqual([expect.stringMatching(/^; left out: \S.*$/)]);
});

test("sorts the apex first, then by name and type, regardless of the provider's order", () => {
  const records = ["b A 41.90.64.2", "@ TXT x", "a TXT x", "a A 41.90.64.1"].map((line) => record(line));
  const written = lines(...records);
  expect(written.map((line) => line.split("\t").slice(0, 4).join(" "))).toEqual([
    ...["example.com. 3600 IN TXT", "a.example.com. 3600 IN A", "a.example.com. 3600 IN TXT"],
    "b.example.com. 3600 IN A",
  ]);
  expect(lines(...records.toReversed())).toEqual(written);
});
