import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { RecordDraft } from "#app/dns/record.ts";
import { writeZoneFile } from "#app/dns/zone-file/write-zone-file.ts";
import { zones } from "#mocks/zones.ts";

/** The checkers of BIND, NSD and Knot, and their arguments. Those that are not installed are skipped. */
const CHECKERS: Record<string, (zone: string, file: string) => string[]> = {
  // "-i local" does not look up names of other domains.
  "named-checkzone": (zone, file) => ["-i", "local", zone, file],
  "nsd-checkzone": (zone, file) => [zone, file],
  kzonecheck: (zone, file) => ["-o", zone, file],
};
const installed = Object.keys(CHECKERS).filter((checker) => spawnSync(checker, ["-h"]).error === undefined);

const folder = mkdtempSync(path.join(tmpdir(), "zone-files-"));

function check(checker: string, zone: string, records: readonly RecordDraft[]) {
  const file = path.join(folder, `${zone}.zone`);
  writeFileSync(file, writeZoneFile(records, zone, { now: new Date("2026-11-21T10:00:00Z") }));
  const { status, stdout, stderr } = spawnSync(checker, CHECKERS[checker]?.(zone, file) ?? [], { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

const recordsOf = (zone: string): RecordDraft[] =>
  (zones.findByName(zone)?.records ?? []).map(({ comment: _, data, ...record }) => ({ ...record }));

const ZONE = "duka.example";
const record = (label: string, type: string, content: string, rest: Partial<RecordDraft> = {}): RecordDraft => ({
  type,
  name: label === "@" ? ZONE : `${label}.${ZONE}`,
  content,
  ttl: 3600,
  proxied: false,
  ...rest,
});
const KEY = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(30)}`;

/** A record of every type, and values that are difficult in a file. */
const ALL_TYPES = [
  record("@", "CNAME", "shops.example.net", { proxied: true, ttl: 1 }),
  record("*", "A", "198.51.100.9", { comment: 'quoted "comment"; with (brackets\nand lines' }),
  record("www", "A", "198.51.100.7", { ttl: 1 }),
  record("www", "A", "198.51.100.8", { ttl: 3600 }),
  record("xn--mnze-0ra", "AAAA", "2001:db8::1"),
  record("mail", "A", "198.51.100.25"),
  record("@", "MX", `mail.${ZONE}`, { priority: 10 }),
  record("nomail", "MX", ".", { priority: 0 }),
  record("@", "TXT", "v=spf1 mx -all"),
  record("k._domainkey", "TXT", KEY, { ttl: 1 }),
  record("odd", "TXT", 'a"b\\c; (d) é\u0007'),
  record("empty", "TXT", ""),
  record("@", "CAA", '128 issue "letsencrypt.org; validationmethods=dns-01"'),
  record("@", "CAA", '0 iodef "mailto:info@example.com"'),
  record("_sip._tls", "SRV", "1 443 sip.example.net", { priority: 100 }),
  record("_none._tcp", "SRV", "0 0 .", { priority: 0 }),
  record("tawi", "NS", "ns1.example.net"),
  record("tawi", "DS", "60485 8 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A"),
  record("@", "LOC", "1 17 11.000 S 36 49 2.000 E 1795.00m 1m 10000m 10m"),
  record("@", "HTTPS", '1 . alpn="h3,h2"'),
  record("_dns", "SVCB", "1 svc.example.net port=853"),
  record("_25._tcp.mail", "TLSA", "3 1 1 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A"),
  record("host", "SSHFP", "1 1 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4"),
  record("rev", "PTR", "host.example.net"),
  record("sip", "NAPTR", '10 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .'),
  record("_ftp._tcp", "URI", '1 "ftp://ftp.example.net/public"', { priority: 10 }),
  record("key", "OPENPGPKEY", "mQGiBEXCLG8RBADTsmEyJuLP"),
  record("cert", "CERT", "1 0 0 mQGiBEXCLG8RBADTsmEyJuLP"),
  record("strange", "FOO", "1\n$INCLUDE /etc/passwd"),
];

test.each(installed)("%s accepts the exports of the demo zones and of a zone with every record type", (checker) => {
  for (const zone of ["mamamboga.co.ke", "big-zone-demo.co.ke", "fundiwaviatu.co.ke"]) {
    const { status, output } = check(checker, zone, recordsOf(zone));
    expect(status, output).toBe(0);
  }
  const { status, output } = check(checker, ZONE, ALL_TYPES);
  expect(status, output).toBe(0);
});

test.each(installed)("%s rejects a file with a CNAME at the apex", (checker) => {
  const file = path.join(folder, "apex.zone");
  writeFileSync(file, writeZoneFile(ALL_TYPES, ZONE, { now: new Date() }).replace("; flattened: ", ""));
  expect(spawnSync(checker, CHECKERS[checker]?.(ZONE, file) ?? []).status).not.toBe(0);
});

test("an export comments out only a CNAME at the apex and records of unknown types", () => {
  const text = writeZoneFile(ALL_TYPES, ZONE, { now: new Date() });
  expect(text.match(/^; (flattened|left out): .*$/gm)).toEqual([
    expect.stringContaining("CNAME"),
    expect.stringContaining("FOO"),
  ]);
});
