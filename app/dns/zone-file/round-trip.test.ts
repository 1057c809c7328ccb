import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../../tests/arbitraries.ts";
import { carriedOut } from "../../../tests/mail-zones.ts";
import { zoneRecord } from "../../../tests/zone-record.ts";
import type { Change } from "../change.ts";
import { readRecord } from "../read-record.ts";
import type { DnsRecord, RecordDraft } from "../record.ts";
import { apexProblem, recordConflicts } from "../record-conflicts.ts";
import { identityOf } from "../record-identity.ts";
import { txtText } from "../txt.ts";
import { IMPORT_MODES, type ImportMode } from "./import-options.ts";
import { importPlan } from "./import-plan.ts";
import { readZoneFile } from "./read-zone-file.ts";
import { writeZoneFile } from "./write-zone-file.ts";

const zone = "example.com";
const target = fc.constantFrom(
  ..."shop.example.net www.example.com @ ghs.googlehosted.com xn--mnze-0ra.de mail".split(" "),
);
const number = fc.constantFrom("0", "10", "65535");
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 600 }),
  fc.string({ unit: fc.constantFrom(...'"\\ ;()0a,ü'), maxLength: 30 }),
  fc.constantFrom('"', '5" pipes', '"v=spf1 -all', "a".repeat(4080), "ü".repeat(2040)),
  fc.constantFrom("v=spf1 -all", "v=spf1 mx ~all", "v=DMARC1; p=none", "k=rsa; p=".padEnd(700, "Ab9/")),
);
const common = {
  name: fc.constantFrom(..."@ www * *.shop _dmarc k1._domainkey münze a.b www.example.com 10 mx".split(" ")),
  ttl: fc.constantFrom("1", "60", "300", "3600", "86400", "77"),
};
const proxied = fc.constantFrom("", "on");
const formOf = (type: string, fields: Record<string, fc.Arbitrary<string>>) =>
  fc.record({ ...common, type: fc.constant(type), ...fields });
const digits = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(hexOf);
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const settings = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom('alpn="h3,h2"', "port=443", "ipv4hint=192.0.2.1,192.0.2.2", "ipv6hint=::1", "ech=AAEC", "ohttp"),
      fc.string({ unit: fc.constantFrom(..."ab,="), minLength: 1 }).map((value) => `key667=${value}`),
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((all) => `key700=${[...all].map(escapedByte).join("")}`),
    ),
    { selector: (setting) => setting.split("=", 1)[0] },
  )
  .map((all) => all.join(" "));
const escapedByte = (byte: number) => `\\${String(byte).padStart(3, "0")}`;
const service = (type: "https" | "svcb") =>
  formOf(type.toUpperCase(), {
    [`${type}_priority`]: number,
    [`${type}_target`]: fc.oneof(target, fc.constant(".")),
    [`${type}_value`]: settings,
  });
const RARE = [
  service("https"),
  service("svcb"),
  formOf("DS", {
    ds_key_tag: number,
    ds_algorithm: fc.constant("13"),
    ds_digest_type: fc.constant("2"),
    ds_digest: digits(32),
  }),
  formOf("TLSA", {
    ...{ tlsa_usage: fc.constantFrom("0", "3", "255"), tlsa_selector: fc.constantFrom("0", "1") },
    ...{ tlsa_matching_type: fc.constant("0"), tlsa_certificate: fc.uint8Array({ minLength: 1 }).map(hexOf) },
  }),
  formOf("SSHFP", { sshfp_algorithm: fc.constant("4"), sshfp_type: fc.constant("1"), sshfp_fingerprint: digits(20) }),
  formOf("NAPTR", {
    ...{ naptr_order: number, naptr_preference: number, naptr_flags: fc.constantFrom("", "S", "u") },
    naptr_service: fc.string({ unit: fc.constantFrom(...'E2U+sip:"\\ ;()'), maxLength: 255 }),
    naptr_regex: fc.constantFrom("!^.*$!sip:a@example.com!", "/^(.*)$/\\1/i", '!"!;!', "!a\\!b! c (d)!"),
    naptr_replacement: fc.constant("."),
  }),
  formOf("PTR", { content: target }),
];
const typed = fc.oneof(
  formOf("A", { content: fc.constantFrom("41.90.64.12", "192.0.2.1", "10.0.0.1"), proxied }),
  formOf("AAAA", { content: fc.constantFrom("2001:db8::1", "::1"), proxied }),
  formOf("CNAME", { content: target, proxied }),
  formOf("MX", { content: fc.oneof(target, fc.constant(".")), priority: number }),
  formOf("TXT", { content: text }),
  formOf("NS", { content: target }),
  formOf("SRV", {
    name: fc.constantFrom("_sip._tcp", "_a._tls.b"),
    ...{ priority: number, weight: number, port: number, target },
  }),
  formOf("CAA", {
    flags: fc.constantFrom("0", "128"),
    tag: fc.constantFrom("issue", "iodef", "x"),
    value: fc.constantFrom("letsencrypt.org", ";", "mailto:a@example.com", 'odd "\\ value'),
  }),
  ...RARE,
);
/** The form and the import leave out characters that nobody sees. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\0]/gu;
const comment = fc.option(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }).map((all) => all.replace(UNSEEN, "")),
);

/** Zones as a customer may have them: every record as the form makes it, without conflicts. */
const zones = fc.array(fc.tuple(typed, comment, fc.boolean()), { maxLength: 30 }).map((all) => {
  const records: DnsRecord[] = [];
  for (const [values, note, isBare] of all) {
    const reading = readRecord(values, zone);
    // The zone's own name servers and keys are left out of every import.
    if (!reading.ok || apexProblem(reading.draft, zone) !== undefined) continue;
    if (recordConflicts(reading.draft, records, zone).length > 0) continue;
    const bare = isBare && reading.draft.type === "TXT" ? txtText(reading.draft.content) : reading.draft.content;
    const asGiven = { ...reading.draft, content: bare };
    // A provider may keep a text without quotation marks, where that says the same.
    const draft = identityOf(asGiven) === identityOf(reading.draft) ? asGiven : reading.draft;
    records.push({ id: String(records.length), ...draft, ...(note ? { comment: note } : {}) });
  }
  return records;
});

const exported = (records: readonly RecordDraft[]) =>
  writeZoneFile(records, zone, { now: new Date("2026-11-21T10:00:00Z") });

function changesOf(is: readonly DnsRecord[], file: string, mode: ImportMode): Change[] {
  const read = readZoneFile(file, zone);
  return read.ok ? importPlan({ current: is, entries: read.value, mode, zone }).changes : [];
}

/** Returns what an import must keep of a record. */
function essenceOf(record: RecordDraft) {
  const { ttl, proxied, comment = "" } = record;
  return JSON.stringify([identityOf(record), ttl, proxied, comment]);
}

test("a zone that is exported and imported into an empty one is the same", () => {
  const check = (records: DnsRecord[]) => {
    const again = changesOf([], exported(records), "add").flatMap(({ after }) => after ?? []);
    expect(again.map(essenceOf).sort()).toEqual(records.map(essenceOf).sort());
  };
  forAny([zones], check, 200);
});

test("a zone that is exported and imported into itself does not change in any mode", () => {
  const check = (records: DnsRecord[], mode: ImportMode) =>
    expect(changesOf(records, exported(records), mode)).toEqual([]);
  forAny([zones, fc.constantFrom(...IMPORT_MODES)], check, 200);
});

test("a repeated import changes nothing, for any zone before", () => {
  const check = (records: DnsRecord[], other: DnsRecord[], mode: ImportMode) => {
    const file = exported(other);
    const after = carriedOut(records, { changes: changesOf(records, file, mode) });
    expect(changesOf(after, file, mode)).toEqual([]);
    // A comment that the file does not have stays.
    const plain = ({ comment: _, ...record }: DnsRecord) => essenceOf(record);
    if (mode === "exact" && other.length > 0) expect(after.map(plain).sort()).toEqual(other.map(plain).sort());
  };
  forAny([zones, zones, fc.constantFrom(...IMPORT_MODES)], check, 200);
});

/** Returns how often the plans of all modes look at a name of a zone with so many records. */
function looksAtNames(count: number): number {
  let looks = 0;
  const records = Array.from({ length: count }, (_, index) => zoneRecord(`h${index} A 41.90.64.12`));
  const watched = records.map(
    (record) =>
      new Proxy(record, {
        get: (on, key, self) => {
          looks += key === "name" ? 1 : 0;
          return Reflect.get(on, key, self);
        },
      }),
  );
  const file = exported(records).replaceAll("41.90.64.12", "41.90.64.13");
  for (const mode of IMPORT_MODES) expect(changesOf(watched, file, mode)).toHaveLength(count);
  return looks;
}

test("a plan for a thousand records takes ten times the work of one for a hundred", () => {
  const hundred = looksAtNames(95);
  expect(hundred).toBeGreaterThan(95);
  expect(looksAtNames(950)).toBeLessThan(hundred * 11);
});
