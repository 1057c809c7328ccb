import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DnsRecord } from "#app/dns/record.ts";
import { importPlan } from "#app/dns/zone-file/import-plan.ts";
import { readZoneFile } from "#app/dns/zone-file/read-zone-file.ts";
import { writeZoneFile } from "#app/dns/zone-file/write-zone-file.ts";

/**
 * The zone of the files in this folder, which have the format of several servers and panels according to their documentation.
 */
const ZONE = "dukaletu.co.ke";

function entriesOf(file: string) {
  const read = readZoneFile(readFileSync(new URL(file, import.meta.url), "utf8"), ZONE);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** Reads a file. Returns each record as "name TTL TYPE content", and each skipped line with its number and reason. */
function read(file: string) {
  const entries = entriesOf(file);
  const records = entries.flatMap((entry) => {
    if (entry.kind === "skipped") return [];
    const { name, ttl, proxied, type, priority, content, comment } = entry.draft;
    const relative = name === ZONE ? "@" : name.replace(`.${ZONE}`, "");
    const time = proxied ? "CDN" : ttl === 1 ? "Auto" : ttl;
    return [
      [relative, time, type, priority, content, comment && `; ${comment}`]
        .filter((part) => part !== undefined)
        .join(" "),
    ];
  });
  const skipped = entries.flatMap((entry) => (entry.kind === "skipped" ? [`${entry.line}: ${entry.reason}`] : []));
  return { records, skipped };
}

const starting = (...starts: string[]) => starts.map((start) => expect.stringContaining(start));

test("reads a file of BIND that was written by hand", () => {
  const { records, skipped } = read("bind.zone");
  expect(records).toEqual([
    "@ 28800 A 198.51.100.10",
    "@ 28800 AAAA 2001:db8:10::10",
    "@ 28800 MX 10 mail.dukaletu.co.ke",
    "@ 28800 MX 20 mail2.seva.example",
    '@ 28800 TXT "v=spf1 mx ip4:198.51.100.0/24 -all"',
    "www 28800 CNAME dukaletu.co.ke",
    "shop 3600 CNAME shops.myshopify.com",
    "mail 28800 A 198.51.100.25 ; the machine in the office",
    "mail 300 AAAA 2001:db8:10::25",
    expect.stringMatching(/^k2026\._domainkey 28800 TXT "v=DKIM1; k=rsa; p=MIIB\w+4lgOEePzNm0tRgeLezV6[\w/]+5u"$/),
    '_dmarc 28800 TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@dukaletu.co.ke"',
    "_sip._tcp 28800 SRV 10 60 5060 sip.dukaletu.co.ke",
    "sip 28800 A 198.51.100.26",
    '@ 28800 CAA 0 issue "letsencrypt.org"',
    '@ 28800 CAA 0 iodef "mailto:security@dukaletu.co.ke"',
    "*.branch 28800 A 198.51.100.40",
    "kisumu 28800 NS ns1.kisumu-host.example",
    "till.kisumu 28800 A 198.51.100.41",
    "localhost.kisumu 28800 A 127.0.0.1",
  ]);
  expect(skipped).toEqual(
    starting("5: Your domain has its own SOA", "12: The name servers", "13: The name servers", "38: This makes many"),
  );
});

test("reads a zone of cPanel and WHM", () => {
  const { records, skipped } = read("cpanel.zone");
  expect(records).toEqual([
    "@ 14400 A 203.0.113.80",
    "localhost 14400 A 127.0.0.1",
    "@ 14400 MX 0 dukaletu.co.ke",
    "mail 14400 CNAME dukaletu.co.ke",
    "www 14400 CNAME dukaletu.co.ke",
    "ftp 14400 CNAME dukaletu.co.ke",
    '@ 14400 TXT "v=spf1 +a +mx +ip4:203.0.113.80 ~all"',
    expect.stringMatching(/^default\._domainkey 14400 TXT "v=DKIM1; k=rsa; p=.{200,}" ".+QIDAQAB;"$/),
    "cpanel 14400 A 203.0.113.80",
    "webmail 14400 A 203.0.113.80",
    "webdisk 14400 A 203.0.113.80",
    "whm 14400 A 203.0.113.80",
    "autodiscover 14400 A 203.0.113.80",
    "_caldavs._tcp 14400 SRV 0 0 2080 server7.hostkenya.example",
    '_caldavs._tcp 14400 TXT "path=/"',
    '_acme-challenge 60 TXT "Zb0cW3bVx1Hh0l0QmJx4m7wTnQm0m1q2o3p4r5s6t7u"',
    '_cpanel-dcv-test-record 14400 TXT "_cpanel-dcv-test-record=Wl0aH5nQ2bE8rT1y"',
  ]);
  expect(skipped).toEqual(starting("4: Your domain has its own SOA", "11: The name servers", "12: The name servers"));
});

test("reads an export of Cloudflare with proxied records, automatic TTLs and comments", () => {
  const { records, skipped } = read("cloudflare.zone");
  expect(records).toEqual([
    "@ CDN A 192.0.2.80",
    "ofisi 120 A 198.51.100.7 ; router in Westlands",
    "till Auto A 198.51.100.8",
    '@ Auto CAA 0 issue "letsencrypt.org"',
    '@ Auto CAA 0 issuewild ";"',
    "www CDN CNAME dukaletu.co.ke",
    "duka Auto CNAME shops.myshopify.com",
    '@ Auto HTTPS 1 . alpn="h3,h2"',
    "@ Auto MX 1 smtp.google.com ; Workspace, paid until June",
    "_sip._tls Auto SRV 100 1 443 sipdir.online.lync.com",
    '@ Auto TXT "v=spf1 include:_spf.google.com ~all"',
    expect.stringMatching(/^google\._domainkey Auto TXT "v=DKIM1; k=rsa; p=.{200,}" ".+IDAQAB"$/),
  ]);
  expect(skipped).toEqual(starting("10: Your domain has its own SOA", "13: The name servers", "14: The name servers"));
});

test("reads the output of dig for a signed zone of PowerDNS", () => {
  const { records, skipped } = read("dig-axfr.zone");
  expect(records).toEqual([
    "@ 3600 A 198.51.100.10",
    "@ 3600 MX 10 mail.dukaletu.co.ke",
    '@ 3600 TXT "v=spf1 mx -all"',
    "* 300 A 198.51.100.11",
    "mail 3600 A 198.51.100.25",
    expect.stringMatching(/^host\._domainkey 3600 TXT "v=DKIM1; p=MFww[\w+/]+9Cnzj4p4[\w+/]+=="$/),
    "_443._tcp.www 3600 TLSA 3 1 1 92003ba34942dc74152e2f2c408d29eca5a520e7f2e06bb944f4dca346baf63c",
    "www 3600 CNAME dukaletu.co.ke",
  ]);
  expect(skipped).toEqual(
    starting(
      "4: Your domain has its own SOA",
      "5: It belongs to the DNSSEC",
      "6: The name servers",
      "10: Nobody reads SPF",
      "11: It belongs to the DNSSEC",
      "12: It belongs to the DNSSEC",
      "14: ALIAS is known",
    ),
  );
});

test("reads a file of the Windows DNS server with CRLF line endings and record ages", () => {
  const { records, skipped } = read("windows.zone");
  expect(records).toEqual([
    "dc1.ofisi 3600 A 198.51.100.2",
    "@ 3600 A 198.51.100.10",
    "@ 3600 MX 10 mail.dukaletu.co.ke",
    '@ 3600 TXT "v=spf1 mx -all"',
    "printer 1200 A 192.168.1.20",
    "mail 7200 A 198.51.100.25",
    "_ldap._tcp 600 SRV 0 100 389 dc1.ofisi.dukaletu.co.ke",
    "www 3600 CNAME dukaletu.co.ke",
    "kisumu 3600 NS ns1.kisumu-host.example",
  ]);
  expect(skipped).toEqual(
    starting("6: Your domain has its own SOA", "17: The name servers", "31: Records of the type WINS"),
  );
});

describe.each([
  ["bind", [["Line 25: k2026._domainkey", "This key is cut"]]],
  ["cpanel", [["Line 20: default._domainkey", "This key is cut"]]],
  [
    "cloudflare",
    [
      ["Line 17: dukaletu.co.ke. 1 IN A 192.0.2.80", "The CDN answers with an HTTPS record of its own"],
      ["Line 30: dukaletu.co.ke. 1 IN HTTPS", "This one is not seen"],
      ["Line 40: google._domainkey", "This key is cut"],
    ],
  ],
  ["dig-axfr", [["Line 16: host._domainkey", "This key has 512 bits"]]],
  ["windows", undefined],
] as const)("%s.zone", (name, noted) => {
  test("is imported completely into an empty zone, and the export of that zone is the same zone", () => {
    const entries = entriesOf(`${name}.zone`);
    const { changes, asides } = importPlan({ current: [], entries, mode: "exact", zone: ZONE });
    expect(changes).toHaveLength(entries.filter(({ kind }) => kind === "record").length);
    const remarks = asides.flatMap(({ kind, text, reason }) => (kind === "skipped" ? [] : [[text, reason]]));
    expect(remarks).toEqual((noted ?? []).map((words) => words.map((part) => expect.stringContaining(part))));
    const leftOut = asides.filter(({ kind }) => kind === "skipped");
    expect(leftOut).toHaveLength(entries.filter(({ kind }) => kind === "skipped").length);

    const records = changes.flatMap(({ after }, index): DnsRecord[] =>
      after ? [{ id: String(index), ...after }] : [],
    );
    expect(importPlan({ current: records, entries, mode: "exact", zone: ZONE }).changes).toEqual([]);
    const again = readZoneFile(writeZoneFile(records, ZONE, { now: new Date() }), ZONE);
    expect(
      again.ok && importPlan({ current: records, entries: again.value, mode: "exact", zone: ZONE }).changes,
    ).toEqual([]);
  });
});
