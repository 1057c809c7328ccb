import { describe, expect, test } from "vitest";
import { zoneRecord } from "../../../../tests/zone-record.ts";
import type { Change } from "../change.ts";
import type { DnsRecord } from "../record.ts";
import type { ImportMode } from "./import-options.ts";
import { importPlan } from "./import-plan.ts";
import { readZoneFile } from "./read-zone-file.ts";
import { adjustmentNotes, exactImportProblem } from "./zone-entry.ts";

const zone = "example.com";

const record = (line: string, rest: Partial<DnsRecord> = {}) => zoneRecord(line, { ttl: 3600, ...rest });

function plan(is: DnsRecord[], file: string, mode: ImportMode = "add") {
  const read = readZoneFile(file, zone);
  if (!read.ok) throw new Error(read.message);
  const { changes, asides } = importPlan({ current: is, entries: read.value, mode, zone });
  return { changes, asides, words: changes.map(wordsOf) };
}

function wordsOf({ before, after }: Change): string {
  const words = (one: Change["after"]) =>
    one && `${one.type} ${one.name} ${one.content} ${one.ttl}${one.proxied ? " CDN" : ""}`;
  if (before === null) return `+ ${words(after)}`;
  return after === null ? `- ${words(before)}` : `${words(before)} > ${words(after)}`;
}

const WWW = record("www A 41.90.64.12");
const MAIL = record("@ MX mail.example.com", { priority: 10 });

describe("The mode add", () => {
  test("adds missing records and deletes none", () => {
    const { words, asides } = plan([WWW, MAIL], "www 60 A 41.90.64.13\nblog 60 CNAME www");
    expect(words).toEqual(["+ A www.example.com 41.90.64.13 60", "+ CNAME blog.example.com www.example.com 60"]);
    expect(asides).toEqual([]);
  });

  test("leaves existing records as they are, and says so", () => {
    const { words, asides } = plan([WWW, MAIL], "www 3600 A 41.90.64.12\n@ 60 MX 10 mail");
    expect(words).toEqual([]);
    expect(asides).toEqual([
      { kind: "same", text: "Line 1: www 3600 A 41.90.64.12", reason: "It is there already." },
      { kind: "same", text: "Line 2: @ 60 MX 10 mail", reason: expect.stringMatching(/TTL 1 hour.*stays/) },
    ]);
  });
});

describe("The mode replace", () => {
  test("replaces the RRsets in the file and no others", () => {
    const is = [WWW, record("www A 41.90.64.14"), record("www AAAA 2001:db8::1"), MAIL, record("@ LOC x")];
    const { words } = plan(is, "www 3600 A 41.90.64.12\nwww 3600 A 41.90.64.13\nnew 60 TXT x", "replace");
    expect(words).toEqual([
      "A www.example.com 41.90.64.14 3600 > A www.example.com 41.90.64.13 3600",
      '+ TXT new.example.com "x" 60',
    ]);
  });

  test("changes the TTL of existing records", () => {
    expect(plan([WWW], "www 60 A 41.90.64.12", "replace").words).toEqual([
      "A www.example.com 41.90.64.12 3600 > A www.example.com 41.90.64.12 60",
    ]);
    expect(plan([WWW], "www A 41.90.64.12", "replace").words).toEqual([]);
  });

  test("deletes nothing from an RRset with an unreadable line", () => {
    const { words, asides } = plan([WWW], "www 60 A 41.90.64.13\nwww 60 A 41.90.64", "replace");
    expect(words).toEqual(["+ A www.example.com 41.90.64.13 60"]);
    expect(asides).toMatchObject([{ kind: "skipped", text: "Line 2: www 60 A 41.90.64" }]);
  });
});

describe("The mode exact", () => {
  test("deletes what the file does not have, except other types and the zone's own name servers", () => {
    const is = [WWW, MAIL, record("@ LOC x"), record("@ NS ns1.example.net"), record("tawi NS ns1.example.net")];
    const { words, asides } = plan(is, "www 3600 A 41.90.64.12\n@ NS ns9.example.net.\n@ LOC y", "exact");
    expect(words).toEqual(["- MX example.com mail.example.com 3600", "- NS tawi.example.com ns1.example.net 3600"]);
    expect(asides.map(({ kind }) => kind)).toEqual(["same", "skipped", "skipped"]);
  });
});

describe("A value that the file does not give", () => {
  const behindCdn = record("www A 41.90.64.12", { proxied: true, ttl: 1, comment: "till" });
  test.each(["replace", "exact"] as const)("stays as it is in the mode %s", (mode) => {
    expect(plan([behindCdn], "www 300 A 41.90.64.12", mode).words).toEqual([]);
    expect(plan([behindCdn], "www 300 A 41.90.64.12 ; a note", mode).words).toEqual([]);
  });

  test("is taken from other records of the name, unless the CDN could not reach the address", () => {
    expect(plan([behindCdn], "www 300 A 41.90.64.13", "replace").words).toEqual([
      "A www.example.com 41.90.64.12 1 CDN > A www.example.com 41.90.64.13 1 CDN",
    ]);
    expect(plan([behindCdn], "www 300 AAAA 2001:db8::1\nx 300 A 41.90.64.12").words).toEqual([
      "+ AAAA www.example.com 2001:db8::1 1 CDN",
      "+ A x.example.com 41.90.64.12 300",
    ]);
    expect(plan([behindCdn], "www 300 A 10.0.0.1\nwww 300 TXT x").words).toEqual([
      "+ A www.example.com 10.0.0.1 300",
      '+ TXT www.example.com "x" 300',
    ]);
  });

  test("is kept apart from values that it gives", () => {
    const { changes } = plan([behindCdn], "www 300 A 41.90.64.12 ; shop cf_tags=cf-proxied:false", "replace");
    expect(changes).toMatchObject([{ before: behindCdn, after: { proxied: false, ttl: 300, comment: "shop" } }]);
    expect(plan([WWW], "www 300 A 41.90.64.12 ; cf_tags=cf-proxied:true", "replace").words).toEqual([
      "A www.example.com 41.90.64.12 3600 > A www.example.com 41.90.64.12 1 CDN",
    ]);
    expect(plan([], "www 300 A 41.90.64.12 ; a note").changes).toMatchObject([{ after: { comment: "a note" } }]);
  });
});

test("leaves out conflicting records with the reason, and keeps the first of two", () => {
  const file = [
    "www 60 CNAME shop",
    "spf 60 TXT v=spf1",
    'spf 60 TXT "v=spf1 -all"',
    "alone 60 CNAME shop",
    "alone 60 A 41.90.64.12",
    "cdn 60 A 10.0.0.1 ; cf_tags=cf-proxied:true",
  ].join("\n");
  const { words, asides } = plan([WWW], file);
  expect(words).toEqual(['+ TXT spf.example.com "v=spf1" 60', "+ CNAME alone.example.com shop.example.com 60"]);
  expect(asides).toEqual([
    { kind: "skipped", text: "Line 1: www 60 CNAME shop", reason: expect.stringMatching(/A record www/) },
    { kind: "skipped", text: 'Line 3: spf 60 TXT "v=spf1 -all"', reason: expect.stringMatching(/one SPF text/) },
    { kind: "skipped", text: "Line 5: alone 60 A 41.90.64.12", reason: expect.stringMatching(/CNAME record alone/) },
    { kind: "skipped", text: expect.stringMatching(/^Line 6: cdn/), reason: expect.stringMatching(/private/) },
  ]);
});

test("replaces a conflicting record that the same import deletes", () => {
  expect(plan([WWW], "www 60 CNAME shop.example.net.", "exact").words).toEqual([
    "- A www.example.com 41.90.64.12 3600",
    "+ CNAME www.example.com shop.example.net 60",
  ]);
});

test("notes adjusted values first, but not of lines that are left out", () => {
  const { asides, words } = plan(
    [WWW],
    "www.example.com 3600 A 41.90.64.12\nnew.example.com 30 A 41.90.64.13\nwww 30 CNAME x",
  );
  expect(words).toEqual(["+ A new.example.com 41.90.64.13 60"]);
  expect(asides.map(({ kind, text }) => `${kind} ${text.slice(0, 6)}`)).toEqual([
    "noted Line 2",
    "noted Line 2",
    "same Line 1",
    "skipped Line 3",
  ]);
});

test("lists left-out lines in the order of the file", () => {
  const file = "@ SOA a b 1 2 3 4 5\nwww 3600 A 41.90.64.12\nwww CNAME x\nbad A 1\nnew 60 A 41.90.64.12";
  expect(plan([WWW], file).asides.map(({ kind, text }) => `${kind} ${text.slice(0, 6)}`)).toEqual([
    "skipped Line 1",
    "same Line 2",
    "skipped Line 3",
    "skipped Line 4",
  ]);
});

function entriesOf(text: string) {
  const file = readZoneFile(text, "example.com");
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

test("groups notes about adjusted values by their kind", () => {
  const short = "www.example.com 30 A 192.0.2.1\nb 30 A 192.0.2.1\nc 60 TXT a b";
  expect(adjustmentNotes(entriesOf(short), "example.com")).toEqual([
    { kind: "noted", text: "Line 1", reason: expect.stringMatching(/ends in example\.com/) },
    { kind: "noted", text: "Lines 1 and 2", reason: expect.stringMatching(/TTL below 60/) },
    { kind: "noted", text: "Line 3", reason: expect.stringMatching(/text without quotation marks/) },
  ]);
  const long = Array.from({ length: 17 }, (_, index) => `h${index} 2w A 192.0.2.1`).join("\n");
  expect(adjustmentNotes(entriesOf(long), "example.com")).toEqual([
    { kind: "noted", text: "Lines 1, 2, 3, 4, 5 and 12 more", reason: expect.stringMatching(/TTL above 86400/) },
  ]);
  expect(adjustmentNotes(entriesOf("a 60 A 192.0.2.1"), "example.com")).toEqual([]);
});

test("a file cannot replace the zone while a line is unreadable", () => {
  expect(exactImportProblem(entriesOf("a 60 A 192.0.2.1\n@ SOA a b 1 2 3 4 5\n@ LOC x"))).toBeUndefined();
  expect(exactImportProblem(entriesOf("a 60 A 192.0.2.1\nb 60 A 1"))).toMatch(
    /^Line 2 cannot be read: Enter an IPv4.*put ;/,
  );
  expect(exactImportProblem(entriesOf("b A 1\nc A 1\na 60 A 192.0.2.1"))).toMatch(
    /^Line 1 \(and 1 more\) cannot be read/,
  );
});
