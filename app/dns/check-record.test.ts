import { describe, expect, test } from "vitest";
import { RSA_KEYS, SECRET_KEYS } from "../../tests/dkim-keys.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { checkRecord } from "./check-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";

const ZONE = "example.com";
const CDN = { proxied: true, ttl: 1 };

const conflicts = (draft: RecordDraft, ...others: DnsRecord[]) => checkRecord(draft, others, ZONE).conflicts;
const warnings = (draft: RecordDraft, ...others: DnsRecord[]) =>
  checkRecord(draft, others, ZONE).warnings.map(({ message }) => message);
const containing = (...texts: string[]) => texts.map((text) => expect.stringContaining(text));

test("an ordinary record has no conflicts and no warnings", () => {
  const others = [record("@ A 41.90.64.12"), record("@ MX mail.example.com"), record("mail A 41.90.64.13")];
  expect(checkRecord(record("www A 41.90.64.12"), others, ZONE)).toEqual({ conflicts: [], warnings: [] });
});

test.each([
  ["www CNAME a.example.net", "www A 41.90.64.12", "name"],
  ["www CNAME a.example.net", "www MX mail.example.net", "name"],
  ["@ CNAME a.example.net", "@ A 41.90.64.12", "name"],
  ["@ CNAME a.example.net", "@ CNAME b.example.net", "name"],
  ["lab NS ns1.example.net", "lab A 41.90.64.12", "name"],
  ["@ MX .", "@ MX mail.example.net", "content"],
  ["@ TXT v=spf1 mx -all", '@ TXT "v=spf1 include:_spf.google.com ~all"', "content"],
  ["k1._domainkey TXT v=DKIM1; p=one", "k1._domainkey TXT v=DKIM1; p=two", "content"],
])("%s and %s conflict in either order", (one, other, field) => {
  for (const [draft, there] of [[record(one), record(other)] as const, [record(other), record(one)] as const]) {
    const found = conflicts(draft, record("shop A 41.90.64.12"), there);
    expect(found).toEqual([{ field, message: expect.any(String), record: there }]);
    if (field === "name" && one.startsWith("www"))
      expect(found[0]?.message).toContain(`${there.type} record www: ${there.content}`);
  }
});

test.each([
  ["www CNAME a.example.net", "www RRSIG x", "www NSEC x", "shop A 41.90.64.12"],
  ["@ CNAME a.example.net", "@ MX mail.example.net", "@ TXT hello", "@ NS ns1.example.net"],
  ["@ TXT v=spf10 mx -all", "@ TXT v=spf1 -all"],
  ["@ MX .", "www MX mail.example.net"],
  ["lab NS ns2.example.net", "lab NS ns1.example.net"],
  ["@ A 41.90.64.12", "@ NS ns1.example.net"],
])("%s does not conflict with %s", (line, ...others) => {
  expect(conflicts(record(line), ...others.map((other) => record(other)))).toEqual([]);
});

test.each([
  ["www A 41.90.64.12", "www A 41.90.64.12", "content"],
  ["_a._tcp SRV 1 2 a.example.net", "_a._tcp SRV 1\t2\ta.example.net.", "target"],
  ['@ CAA 0 issue "a.example"', "@ CAA 0 issue a.example", "value"],
])("%s is a duplicate of %s", (line, there, field) => {
  const duplicate = record(there, { ttl: 60 });
  expect(conflicts(record(line), duplicate)).toEqual([
    { field, message: expect.stringContaining("exists already"), record: duplicate },
  ]);
});

test("a conflict is found regardless of case, and its message names the apex by its name", () => {
  const there = record("@ A 41.90.64.12");
  const [conflict] = conflicts({ ...record("@ CNAME a.example.net"), name: "Example.COM." }, there);
  expect(conflict).toMatchObject({ field: "name", record: there });
  expect(conflict?.message).toContain("A record example.com: 41.90.64.12");
  expect(conflicts({ ...record("@ NS ns1.example.net"), name: "Example.COM." })).toHaveLength(1);
});

test.each(["10.0.0.1", "fd00::1"])("rejects the private address %s only if it is proxied", (address) => {
  const line = `www ${address.includes(":") ? "AAAA" : "A"} ${address}`;
  const message = expect.stringContaining(address);
  expect(conflicts(record(line, CDN))).toMatchObject([{ field: "proxied", message }]);
  expect(conflicts(record(line))).toEqual([]);
});

test("accepts placeholder addresses in proxied records", () => {
  for (const line of ["www AAAA 100::", "www A 192.0.2.1"]) expect(conflicts(record(line, CDN))).toEqual([]);
});

test("rejects name servers of the apex with the same message as an import", () => {
  const message = "The name servers of example.com itself are set where the name is registered.";
  expect(conflicts(record("@ NS ns1.example.net"))).toEqual([{ field: "name", message }]);
  expect(conflicts(record("@ NS ns1.example.net"), record("@ NS ns2.example.net"))).toHaveLength(1);
});

test("rejects more than 8,192 characters of texts at one name", () => {
  const long = (letter: string) => record(`@ TXT ${letter.repeat(3000)}`);
  expect(conflicts(long("a"), long("b"))).toEqual([]);
  expect(conflicts(long("a"), long("b"), long("c"))).toMatchObject([{ field: "content" }]);
});

describe("A record is accepted with a warning", () => {
  test.each([
    ["@ CNAME a.example.net", "flattened"],
    ["* A 41.90.64.12", "star stands for every name below example.com"],
    ["my_host A 41.90.64.12", "unusual name for a server"],
    ["-a MX mail.example.net", "unusual name for a server"],
    ["www A 10.0.0.1", "private or reserved address"],
    ["mail.google.com CNAME a.example.net", "will be mail.google.com.example.com"],
    ["*.other.org TXT x", "will be *.other.org.example.com"],
    ["41.90.64.12 A 41.90.64.12", "will be 41.90.64.12.example.com"],
    ["www CNAME shop.example.com", "no address yet"],
    ["_sip._tcp SRV 1 2 sip.example.com", "no address yet"],
  ])("for %s: %s", (line, words) => {
    expect(conflicts(record(line))).toEqual([]);
    expect(warnings(record(line))).toEqual(expect.arrayContaining(containing(words)));
  });

  test.each([
    ["@ MX mail.example.com", "mail CNAME ghs.example.net", "mail.example.com is a CNAME"],
    ["mail CNAME ghs.example.net", "@ MX mail.example.com", "MX record of example.com points to mail.example.com"],
    ["lab NS mail.example.com", "mail CNAME ghs.example.net", "name server"],
    ["_a._tcp SRV 1 2 mail.example.com", "mail CNAME ghs.example.net", "CNAME"],
    ["www.lab A 41.90.64.12", "lab NS ns1.example.net", "ns1.example.net answers for lab.example.com"],
    ["lab NS ns1.example.net", "www.lab A 41.90.64.12", "Other name servers now answer"],
    ["lab TXT x", "lab NS ns1.example.net", "is not seen"],
    ["_dmarc TXT v=DMARC1; p=reject", '_dmarc TXT "v=DMARC1; p=none"', "both are ignored"],
    ["www CNAME a.b.example.com", "*.c A 41.90.64.12", "no address yet"],
  ])("for %s beside %s: %s", (line, other, words) => {
    expect(warnings(record(line), record(other))).toEqual(containing(words));
  });

  test.each([
    ["@ TXT v=spf1 include:a.com~all", "You probably mean include:a.com ~all"],
    ["@ TXT v=spf1\u00A0mx -all", "must begin with v=spf1 and a space"],
    ["@ TXT \u201Cv=spf1 mx -all\u201D", "must begin with v=spf1 and a space"],
    ["@ TXT v=DMARC1; p=none", "look for it at _dmarc.example.com"],
    ["www TXT v=DMARC1; p=reject", "look for it at _dmarc.example.com"],
    ["@ TXT v=DKIM1; k=rsa; p=abc", "key1._domainkey.example.com"],
    ["_dmarc TXT v=spf1 mx -all", "This is SPF"],
    ["_dmarc.shop TXT v=DMARC1; p=nothing", "p=nothing is no policy"],
    ["k1._domainkey TXT v=DKIM1", "p= is missing"],
    [`k1._domainkey TXT v=DKIM1; p=${RSA_KEYS[2048].slice(0, 200)}`, "This key is cut"],
    [`txt TXT ${SECRET_KEYS[0]}`, "secret half"],
  ])("that must be confirmed, for %s: %s", (line, words) => {
    const found = checkRecord(record(line), [], ZONE).warnings.filter(({ needsConfirmation }) => needsConfirmation);
    expect(found).toEqual([{ message: expect.stringContaining(words), needsConfirmation: true }]);
  });

  test.each([
    [`k1._domainkey TXT v=DKIM1; p=${RSA_KEYS[1024]}`],
    ["_dmarc TXT v=DMARC1; p=none"],
    ["_sip._tcp SRV 1 2 sip.example.net"],
    ["my_host CNAME a.example.net"],
    ["@ MX mail.example.net"],
    ["a.b.c A 41.90.64.12"],
    ["lab NS ns1.lab.example.com"],
    ["www CNAME mail.example.com", "mail CNAME ghs.example.net"],
    ["lab NS ns2.example.net", "lab NS ns1.example.net"],
    ["www.lab A 41.90.64.12", "@ NS ns1.example.net"],
    ["www CNAME a.b.example.com", "*.b A 41.90.64.12"],
    ["www CNAME a.b.example.com", "b NS ns1.example.net"],
  ])("but not for %s", (line, ...others) => {
    expect(warnings(record(line), ...others.map((other) => record(other)))).toEqual([]);
  });

  test("if a mail server is proxied, in either order", () => {
    const [mx, host] = [record("@ MX mail.example.com"), record("mail A 41.90.64.12", CDN)];
    expect(warnings(mx, host)).toEqual(containing("carries no mail"));
    expect(warnings(host, mx)).toEqual(containing("carries no mail"));
    expect(warnings({ ...host, proxied: false }, mx)).toEqual([]);
  });

  test("if the TTLs of an RRset differ, unless one of them is Auto", () => {
    const there = record("www A 41.90.64.12", { ttl: 3600 });
    expect(warnings(record("www A 41.90.64.13"), there)).toEqual(containing("1 hour (3600 s)"));
    for (const ttl of [1, 3600]) expect(warnings(record("www A 41.90.64.13", { ttl }), there)).toEqual([]);
    expect(warnings(record("www A 41.90.64.13"), { ...there, ttl: 1 })).toEqual([]);
    expect(warnings(record("www AAAA 2001:db8::1"), there)).toEqual([]);
  });

  test("if only one address of a name is proxied", () => {
    const there = record("www A 41.90.64.12", CDN);
    expect(warnings(record("www AAAA 2001:db8::1"), there)).toEqual(containing("through the CDN"));
  });

  test("if its CAA flags or tag are unusual", () => {
    const caa = (flags: number, tag: string) =>
      warnings(record("@ CAA x", { data: { flags, tag, value: "a.example" } }));
    expect([...caa(0, "issue"), ...caa(128, "iodef")]).toEqual([]);
    expect(caa(1, "issue")).toEqual(containing("0, or 128"));
    expect(caa(0, "tbs")).toEqual(containing("tbs is an unusual CAA tag"));
  });
});
