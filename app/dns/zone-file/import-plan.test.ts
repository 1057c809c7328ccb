import { describe, expect, test } from "vitest";
import { zoneRecord } from "../../../tests/zone-record.ts";
import type { Change } from "../change.ts";
import type { DnsRecord } from "../record.ts";
import type { ImportMode } from "./import-options.ts";
import { importPlan } from "./import-plan.ts";
import { readZoneFile } from "./read-zone-file.ts";
import { adjustmentNotes, exactImportProblem } from "./zone-entry.ts";

const zone = "example.com";

const record = (line: string, rest: Partial<DnsRecord> = {}) => zoneRecord(line, { ttl: 3600, ...rest });

function entriesOf(text: string) {
  const file = readZoneFile(text, zone);
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

function plan(current: DnsRecord[], file: string, mode: ImportMode = "add") {
  const { changes, asides } = importPlan({ current, entries: entriesOf(file), mode, zone });
  return { changes, asides, lines: changes.map(lineOf) };
}

/** Returns a change as "+ record", "- record" or "record > record". */
function lineOf({ before, after }: Change): string {
  const words = (one: Change["after"]) =>
    one && `${one.type} ${one.name.replace(".example.com", "")} ${one.content} ${one.ttl}${one.proxied ? " CDN" : ""}`;
  if (before === null) return `+ ${words(after)}`;
  return after === null ? `- ${words(before)}` : `${words(before)} > ${words(after)}`;
}

const WWW = record("www A 41.90.64.12");
const MAIL = record("@ MX mail.example.com", { priority: 10 });

describe("The mode add", () => {
  test("adds missing records and deletes none", () => {
    const { lines, asides } = plan([WWW, MAIL], "www 60 A 41.90.64.13\nblog 60 CNAME www");
    expect(lines).toEqual(["+ A www 41.90.64.13 60", "+ CNAME blog www.example.com 60"]);
    expect(asides).toEqual([]);
  });

  test("leaves existing records as they are, and says so", () => {
    const { lines, asides } = plan([WWW, MAIL], "www 3600 A 41.90.64.12\n@ 60 MX 10 mail");
    expect(lines).toEqual([]);
    expect(asides).toEqual([
      { kind: "same", text: "Line 1: www 3600 A 41.90.64.12", reason: "It is there already." },
      { kind: "same", text: "Line 2: @ 60 MX 10 mail", reason: expect.stringMatching(/TTL 1 hour.*stays/) },
    ]);
  });
});

describe("The mode replace", () => {
  test("replaces the RRsets in the file and no others", () => {
    const current = [WWW, record("www A 41.90.64.14"), record("www AAAA 2001:db8::1"), MAIL, record("@ LOC x")];
    const file = "www 3600 A 41.90.64.12\nwww 3600 A 41.90.64.13\nnew 60 TXT x";
    expect(plan(current, file, "replace").lines).toEqual([
      ...["A www 41.90.64.14 3600 > A www 41.90.64.13 3600", '+ TXT new "x" 60'],
    ]);
  });

  test("changes the TTL of existing records, if the file gives one", () => {
    const changed = ["A www 41.90.64.12 3600 > A www 41.90.64.12 60"];
    expect(plan([WWW], "www 60 A 41.90.64.12", "replace").lines).toEqual(changed);
    expect(plan([WWW], "www A 41.90.64.12", "replace").lines).toEqual([]);
  });

  test("deletes nothing from an RRset with an unreadable line", () => {
    const { lines, asides } = plan([WWW], "www 60 A 41.90.64.13\nwww 60 A 41.90.64", "replace");
    expect(lines).toEqual(["+ A www 41.90.64.13 60"]);
    expect(asides).toMatchObject([{ kind: "skipped", text: "Line 2: www 60 A 41.90.64" }]);
  });
});

describe("The mode exact", () => {
  test("deletes what the file does not have, except other types and the zone's own name servers", () => {
    const current = [WWW, MAIL, record("@ LOC x"), record("@ NS ns1.example.net"), record("tawi NS ns1.example.net")];
    const { lines, asides } = plan(current, "www 3600 A 41.90.64.12\n@ NS ns9.example.net.\n@ LOC y", "exact");
    expect(lines).toEqual(["- MX example.com mail.example.com 3600", "- NS tawi ns1.example.net 3600"]);
    expect(asides.map(({ kind }) => kind)).toEqual(["same", "skipped", "skipped"]);
  });

  test("replaces a conflicting record", () => {
    expect(plan([WWW], "www 60 CNAME shop.example.net.", "exact").lines).toEqual([
      ...["- A www 41.90.64.12 3600", "+ CNAME www shop.example.net 60"],
    ]);
  });
});

describe("A value that the file does not give", () => {
  const proxied = record("www A 41.90.64.12", { proxied: true, ttl: 1, comment: "till" });
  test.each(["replace", "exact"] as const)("stays as it is in the mode %s", (mode) => {
    expect(plan([proxied], "www 300 A 41.90.64.12", mode).lines).toEqual([]);
    expect(plan([proxied], "www 300 A 41.90.64.12 ; a note", mode).lines).toEqual([]);
  });

  test.each([
    ["other records of the name are proxied", "www 300 AAAA 2001:db8::1", "+ AAAA www 2001:db8::1 1 CDN"],
    ["records of other names are proxied", "x 300 A 41.90.64.12", "+ A x 41.90.64.12 300"],
    ["the CDN cannot reach the address", "www 300 A 10.0.0.1", "+ A www 10.0.0.1 300"],
    ["the type cannot be proxied", "www 300 TXT x", '+ TXT www "x" 300'],
  ])("is right in a new record if %s", (_what, file, line) => {
    expect(plan([proxied], file).lines).toEqual([line]);
  });

  test("gives way to one that it gives", () => {
    const { changes } = plan([proxied], "www 300 A 41.90.64.12 ; shop cf_tags=cf-proxied:false", "replace");
    expect(changes).toMatchObject([{ before: proxied, after: { proxied: false, ttl: 300, comment: "shop" } }]);
    expect(plan([WWW], "www 300 A 41.90.64.12 ; cf_tags=cf-proxied:true", "replace").lines).toEqual([
      "A www 41.90.64.12 3600 > A www 41.90.64.12 1 CDN",
    ]);
    expect(plan([], "www 300 A 41.90.64.12 ; a note").changes).toMatchObject([{ after: { comment: "a note" } }]);
  });
});

test("leaves out conflicting records with the reason, and keeps the first of two", () => {
  const file = [
    ...["www 60 CNAME shop", "spf 60 TXT v=spf1", 'spf 60 TXT "v=spf1 -all"', "alone 60 CNAME shop"],
    ...["alone 60 A 41.90.64.12", "cdn 60 A 10.0.0.1 ; cf_tags=cf-proxied:true"],
  ].join("\n");
  const { lines, asides } = plan([WWW], file);
  expect(lines).toEqual(['+ TXT spf "v=spf1" 60', "+ CNAME alone shop.example.com 60"]);
  expect(asides).toEqual([
    { kind: "skipped", text: "Line 1: www 60 CNAME shop", reason: expect.stringMatching(/A record www/) },
    { kind: "skipped", text: 'Line 3: spf 60 TXT "v=spf1 -all"', reason: expect.stringMatching(/one SPF text/) },
    { kind: "skipped", text: "Line 5: alone 60 A 41.90.64.12", reason: expect.stringMatching(/CNAME record alone/) },
    { kind: "skipped", text: expect.stringMatching(/^Line 6: cdn/), reason: expect.stringMatching(/private/) },
  ]);
});

test("lists notes on adjusted values first, then left-out lines in the order of the file", () => {
  const file = [
    ...["@ SOA a b 1 2 3 4 5", "www.example.com 3600 A 41.90.64.12", "www 30 CNAME x", "bad A 1"],
    "new.example.com 30 A 41.90.64.13",
  ].join("\n");
  const { asides, lines } = plan([WWW], file);
  expect(lines).toEqual(["+ A new 41.90.64.13 60"]);
  expect(asides.map(({ kind, text }) => `${kind} ${text.slice(0, 6)}`)).toEqual([
    ...["noted Line 5", "noted Line 5", "skipped Line 1", "same Line 2", "skipped Line 3", "skipped Line 4"],
  ]);
});

test("groups notes about adjusted values by their kind", () => {
  const short = "www.example.com 30 A 192.0.2.1\nb 30 A 192.0.2.1\nc 60 TXT a b";
  expect(adjustmentNotes(entriesOf(short), zone)).toEqual([
    { kind: "noted", text: "Line 1", reason: expect.stringMatching(/ends in example\.com/) },
    { kind: "noted", text: "Lines 1 and 2", reason: expect.stringMatching(/TTL below 60/) },
    { kind: "noted", text: "Line 3", reason: expect.stringMatching(/text without quotation marks/) },
  ]);
  const long = Array.from({ length: 17 }, (_, index) => `h${index} 2w A 192.0.2.1`).join("\n");
  expect(adjustmentNotes(entriesOf(long), zone)).toEqual([
    { kind: "noted", text: "Lines 1, 2, 3, 4, 5 and 12 more", reason: expect.stringMatching(/TTL above 86400/) },
  ]);
  expect(adjustmentNotes(entriesOf("a 60 A 192.0.2.1"), zone)).toEqual([]);
});

test.each([
  ["a 60 A 192.0.2.1\n@ SOA a b 1 2 3 4 5\n@ LOC x", /^none$/],
  ["a 60 A 192.0.2.1\nb 60 A 1", /^Line 2 cannot be read: Enter an IPv4.*put ;/],
  ["b A 1\nc A 1\na 60 A 192.0.2.1", /^Line 1 \(and 1 more\) cannot be read/],
])("a file can replace the zone only if every line is readable: %j", (file, problem) => {
  expect(exactImportProblem(entriesOf(file)) ?? "none").toMatch(problem);
});
