import { describe, expect, test } from "vitest";
import { checkRecord } from "./check-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";

const ZONE = "example.com";

/** "www A 41.90.64.12" as a record; `@` is the zone itself. */
function record(line: string, rest: Partial<DnsRecord> = {}): DnsRecord {
  const [name = "", type = "", ...content] = line.split(" ");
  const full = name === "@" ? ZONE : `${name}.${ZONE}`;
  return { id: line, type, name: full, content: content.join(" "), ttl: 300, proxied: false, ...rest };
}

function refused(draft: RecordDraft, ...others: DnsRecord[]) {
  return checkRecord(draft, others, ZONE).conflicts;
}

function warned(draft: RecordDraft, ...others: DnsRecord[]): string[] {
  return checkRecord(draft, others, ZONE).warnings.map(({ message }) => message);
}

test("an ordinary record has no conflicts and no warnings", () => {
  const others = [
    record("@ A 41.90.64.12"),
    record("@ MX mail.example.com", { priority: 10 }),
    record("mail A 41.90.64.13"),
  ];
  expect(checkRecord(record("www A 41.90.64.12"), others, ZONE)).toEqual({ conflicts: [], warnings: [] });
});

describe("A record is rejected", () => {
  test("if it is a CNAME beside any other record, or the other way round", () => {
    for (const line of [
      "www A 41.90.64.12",
      "www TXT hello",
      "www MX mail.example.net",
      "www CNAME b.example.net",
      "www LOC x",
    ]) {
      const other = record(line);
      const cname = record("www CNAME a.example.net");
      for (const [draft, there] of [
        [cname, other],
        [other, cname],
      ] as const) {
        const [refusal, ...more] = refused(draft, record("shop A 41.90.64.12"), there);
        expect(refusal).toMatchObject({ field: "name", record: there });
        expect(refusal?.message).toContain(`${there.type} record www → ${there.content}`);
        expect(more).toEqual([]);
      }
    }
  });

  test("but not if it is a CNAME beside DNSSEC records or at another name", () => {
    const others = [record("www RRSIG x"), record("www NSEC x"), record("shop A 41.90.64.12")];
    expect(refused(record("www CNAME a.example.net"), ...others)).toEqual([]);
  });

  test("if it is a CNAME beside addresses at the apex, but not beside mail servers and texts", () => {
    const cname = record("@ CNAME a.example.net");
    const others = [record("@ MX mail.example.net"), record("@ TXT hello"), record("@ NS ns1.example.net")];
    expect(refused(cname, ...others)).toEqual([]);
    expect(refused(record("@ TXT more"), cname)).toEqual([]);
    expect(refused(cname, record("@ A 41.90.64.12"))).toMatchObject([{ field: "name" }]);
    expect(refused(record("@ AAAA 2001:db8::1"), cname)).toMatchObject([{ field: "name" }]);
    expect(refused(cname, record("@ CNAME b.example.net"))).toMatchObject([{ field: "name" }]);
  });

  test.each([
    ["www A 41.90.64.12", "www A 41.90.64.12", "content"],
    ["www AAAA 2001:db8::1", "www AAAA 2001:0db8:0::1", "content"],
    ["@ TXT hello", '@ TXT "hel" "lo"', "content"],
    ["www CNAME a.example.net", "WWW CNAME A.example.net.", "content"],
    ["_a._tcp SRV 1 2 a.example.net", "_a._tcp SRV 1\t2\ta.example.net.", "target"],
    ['@ CAA 0 issue "a.example"', "@ CAA 0 issue a.example", "value"],
  ])("if it is %s and there is %s", (line, there, field) => {
    const twin = record(there, { ttl: 60 });
    const conflicts = refused(record(line), twin);
    expect(conflicts).toEqual([{ field, message: expect.stringContaining("exists already"), record: twin }]);
  });

  test("if its name differs only in case, and the message names the apex by its name", () => {
    const there = record("@ A 41.90.64.12");
    const [refusal] = refused({ ...record("@ CNAME a.example.net"), name: "Example.COM." }, there);
    expect(refusal).toMatchObject({ field: "name", record: there });
    expect(refusal?.message).toContain("A record example.com → 41.90.64.12");
    expect(refused({ ...record("@ NS ns1.example.net"), name: "Example.COM." })).toHaveLength(1);
  });

  test("if it is a second SPF text of the same name", () => {
    const there = record('@ TXT "v=spf1 include:_spf.google.com ~all"');
    const [refusal] = refused(record("@ TXT v=spf1 mx -all"), there);
    expect(refusal).toMatchObject({ field: "content", record: there });
    expect(refusal?.message).toContain("only one SPF text");
    expect(refused(record("mail TXT v=spf1 mx -all"), there)).toEqual([]);
    expect(refused(record("@ TXT v=spf10 mx -all"), there)).toEqual([]);
    expect(refused(record("@ TXT google-site-verification=x"), there)).toEqual([]);
  });

  test("if it is a null MX beside another MX, or the other way round", () => {
    const none = record("@ MX .", { priority: 0 });
    const server = record("@ MX mail.example.net", { priority: 10 });
    expect(refused(none, server)).toMatchObject([{ field: "content", record: server }]);
    expect(refused(server, none)).toMatchObject([{ field: "content", record: none }]);
    expect(refused(none, record("www MX mail.example.net"))).toEqual([]);
  });

  test.each(["10.0.0.1", "192.168.1.10", "127.0.0.1", "169.254.1.1", "100.64.0.1"])(
    "if it is proxied and points to the private address %s",
    (address) => {
      const [refusal] = refused(record(`www A ${address}`, { proxied: true }));
      expect(refusal).toMatchObject({ field: "proxied", message: expect.stringContaining(address) });
      expect(refused(record(`www A ${address}`))).toEqual([]);
    },
  );

  test("if it is proxied and points to a private IPv6 address, but not to a placeholder address", () => {
    expect(refused(record("www AAAA fd00::1", { proxied: true }))).toMatchObject([{ field: "proxied" }]);
    expect(refused(record("www AAAA 100::", { proxied: true }))).toEqual([]);
    expect(refused(record("www A 192.0.2.1", { proxied: true }))).toEqual([]);
  });

  test("if it is an address at a delegated name, or the other way round, except at the apex", () => {
    const ns = record("lab NS ns1.example.net");
    const a = record("lab A 41.90.64.12");
    expect(refused(a, ns)).toMatchObject([{ field: "name", record: ns }]);
    expect(refused(ns, a)).toMatchObject([{ field: "name", record: a }]);
    expect(refused(record("lab NS ns2.example.net"), ns)).toEqual([]);
    expect(refused(record("@ A 41.90.64.12"), record("@ NS ns1.example.net"))).toEqual([]);
  });

  test("if it is a name server of the apex, with the same message as in an import", () => {
    const message = "The name servers of example.com itself are set where the name is registered.";
    expect(refused(record("@ NS ns1.example.net"))).toEqual([{ field: "name", message }]);
    expect(refused(record("@ NS ns1.example.net"), record("@ NS ns2.example.net"))).toHaveLength(1);
  });

  test("if the texts of one name have more than 8,192 characters", () => {
    const long = (letter: string) => record(`@ TXT ${letter.repeat(3000)}`);
    expect(refused(long("a"), long("b"))).toEqual([]);
    expect(refused(long("a"), long("b"), long("c"))).toMatchObject([{ field: "content" }]);
  });
});

describe("A record is accepted with a warning", () => {
  test.each([
    ["@ CNAME a.example.net", "flattened"],
    ["* A 41.90.64.12", "star stands for every name below example.com"],
    ["*.shop A 41.90.64.12", "star stands for every name below shop.example.com"],
    ["my_host A 41.90.64.12", "unusual name for a server"],
    ["-a MX mail.example.net", "unusual name for a server"],
    ["www A 10.0.0.1", "private address"],
    ["www AAAA fe80::1", "private address"],
    ["mail.google.com CNAME a.example.net", "will be mail.google.com.example.com"],
    ["www.shule.co.ke TXT x", "will be www.shule.co.ke.example.com"],
    ["*.other.org TXT x", "will be *.other.org.example.com"],
    ["41.90.64.12 A 41.90.64.12", "will be 41.90.64.12.example.com"],
    ["@ MX mail.example.com", "no address yet"],
    ["www CNAME shop.example.com", "no address yet"],
    ["_sip._tcp SRV 1 2 sip.example.com", "no address yet"],
  ])("for %s: %s", (line, words) => {
    expect(checkRecord(record(line), [], ZONE)).toEqual({
      conflicts: [],
      warnings: expect.arrayContaining([{ message: expect.stringContaining(words) }]),
    });
  });

  test.each([
    "k1._domainkey TXT v=DKIM1",
    "_dmarc TXT v=DMARC1; p=none",
    "_sip._tcp SRV 1 2 sip.example.net",
    "my_host CNAME a.example.net",
    "@ MX mail.example.net",
    "@ A 41.90.64.12",
    "a.b.c A 41.90.64.12",
    "lab NS ns1.lab.example.com",
  ])("but %s gets no warning", (line) => {
    expect(warned(record(line))).toEqual([]);
  });

  test("if a mail server is a CNAME of the zone, whichever comes first", () => {
    const mx = record("@ MX mail.example.com", { priority: 10 });
    const cname = record("mail CNAME ghs.example.net");
    expect(warned(mx, cname)).toEqual([expect.stringContaining("mail.example.com is a CNAME")]);
    expect(warned(cname, mx)).toEqual([expect.stringContaining("MX record of example.com points to mail.example.com")]);
    expect(warned(record("lab NS mail.example.com"), cname)).toEqual([expect.stringContaining("name server")]);
    expect(warned(record("_a._tcp SRV 1 2 mail.example.com"), cname)).toEqual([expect.stringContaining("CNAME")]);
    expect(warned(record("www CNAME mail.example.com"), cname)).toEqual([]);
  });

  test("if a mail server is proxied, whichever comes first", () => {
    const mx = record("@ MX mail.example.com", { priority: 10 });
    const host = record("mail A 41.90.64.12", { proxied: true, ttl: 1 });
    expect(warned(mx, host)).toEqual([expect.stringContaining("carries no mail")]);
    expect(warned(host, mx)).toEqual([expect.stringContaining("carries no mail")]);
    expect(warned({ ...host, proxied: false }, mx)).toEqual([]);
  });

  test("if its target has no address, unless a wildcard or a delegation covers it", () => {
    const cname = record("www CNAME a.b.example.com");
    expect(warned(cname, record("*.b A 41.90.64.12"))).toEqual([]);
    expect(warned(cname, record("* A 41.90.64.12"))).toEqual([]);
    expect(warned(cname, record("b NS ns1.example.net"))).toEqual([]);
    expect(warned(cname, record("*.c A 41.90.64.12"))).toHaveLength(1);
  });

  test("if the TTLs of an RRset differ, unless one of them is Auto", () => {
    const there = record("www A 41.90.64.12", { ttl: 3600 });
    expect(warned(record("www A 41.90.64.13"), there)).toEqual([expect.stringContaining("1 hour (3600 s)")]);
    expect(warned(record("www A 41.90.64.13", { ttl: 3600 }), there)).toEqual([]);
    expect(warned(record("www A 41.90.64.13", { ttl: 1 }), there)).toEqual([]);
    expect(warned(record("www A 41.90.64.13"), record("www A 41.90.64.12", { ttl: 1 }))).toEqual([]);
    expect(warned(record("www AAAA 2001:db8::1"), there)).toEqual([]);
  });

  test("if only one address of a name is proxied", () => {
    const there = record("www A 41.90.64.12", { proxied: true, ttl: 1 });
    expect(warned(record("www AAAA 2001:db8::1"), there)).toEqual([expect.stringContaining("through the CDN")]);
  });

  test("if it is a second DMARC text", () => {
    const there = record('_dmarc TXT "v=DMARC1; p=none"');
    expect(warned(record("_dmarc TXT v=DMARC1; p=reject"), there)).toEqual([
      expect.stringContaining("both are ignored"),
    ]);
    expect(warned(record("_dmarc TXT other"), there)).toEqual([]);
    expect(warned(record("www TXT v=DMARC1; p=reject"), record("www TXT v=DMARC1; p=none"))).toEqual([]);
  });

  test("if it is below a delegation, whichever comes first", () => {
    const ns = record("lab NS ns1.example.net");
    const below = record("www.lab A 41.90.64.12");
    expect(warned(below, ns)).toEqual([expect.stringContaining("ns1.example.net answers for lab.example.com")]);
    expect(warned(ns, below)).toEqual([expect.stringContaining("other name servers answer")]);
    expect(warned(record("lab TXT x"), ns)).toEqual([expect.stringContaining("will not be seen")]);
    expect(warned(record("lab NS ns2.example.net"), ns)).toEqual([]);
    expect(warned(below, record("@ NS ns1.example.net"))).toEqual([]);
  });

  test("if its CAA flags or tag are unusual", () => {
    const caa = (flags: number, tag: string) => record("@ CAA x", { data: { flags, tag, value: "a.example" } });
    expect(warned(caa(0, "issue"))).toEqual([]);
    expect(warned(caa(128, "iodef"))).toEqual([]);
    expect(warned(caa(1, "issue"))).toEqual([expect.stringContaining("0, or 128")]);
    expect(warned(caa(0, "tbs"))).toEqual([expect.stringContaining("tbs is an unusual CAA tag")]);
  });
});
