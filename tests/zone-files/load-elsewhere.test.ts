import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { writeZoneFile } from "#app/model/dns/zone-file/write-zone-file.ts";
import { zones } from "#mocks/zones.ts";

/** The checks that come with BIND, NSD and Knot, each with what it is asked. A server that is not installed is left out. */
const SERVERS: Record<string, (zone: string, file: string) => string[]> = {
  // What other domains have is not ours to check: "-i local".
  "named-checkzone": (zone, file) => ["-i", "local", zone, file],
  "nsd-checkzone": (zone, file) => [zone, file],
  kzonecheck: (zone, file) => ["-o", zone, file],
};
const installed = Object.keys(SERVERS).filter((server) => spawnSync(server, ["-h"]).error === undefined);

const folder = mkdtempSync(path.join(tmpdir(), "zone-files-"));

function load(server: string, zone: string, records: readonly RecordDraft[]) {
  const file = path.join(folder, `${zone}.zone`);
  writeFileSync(file, writeZoneFile(records, zone, { now: new Date("2026-11-21T10:00:00Z") }));
  const { status, stdout, stderr } = spawnSync(server, SERVERS[server]?.(zone, file) ?? [], { encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
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

/** One of everything that the provider keeps, and of what is awkward in a file. */
const EVERYTHING = [
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

test.each(installed)("%s loads what is exported of the demo zones, and of a zone with everything", (server) => {
  for (const zone of ["mamamboga.co.ke", "big-zone-demo.co.ke", "fundiwaviatu.co.ke"]) {
    const { status, said } = load(server, zone, recordsOf(zone));
    expect(status, said).toBe(0);
  }
  const { status, said } = load(server, ZONE, EVERYTHING);
  expect(status, said).toBe(0);
});

test.each(installed)("%s would not load a file with a CNAME at the zone itself, so the check is a check", (server) => {
  const file = path.join(folder, "apex.zone");
  writeFileSync(file, writeZoneFile(EVERYTHING, ZONE, { now: new Date() }).replace("; flattened: ", ""));
  expect(spawnSync(server, SERVERS[server]?.(ZONE, file) ?? []).status).not.toBe(0);
});

test("what stands behind a semicolon is what other servers cannot have", () => {
  const text = writeZoneFile(EVERYTHING, ZONE, { now: new Date() });
  expect(text.match(/^; (flattened|left out): .*$/gm)).toEqual([
    expect.stringContaining("CNAME"),
    expect.stringContaining("FOO"),
  ]);
});
