import { expect, test } from "vitest";
import { readTypedRecord } from "../pasted-record.ts";
import { toFullName, toRelativeName } from "../record-name.ts";
import { readZoneFile } from "./read-zone-file.ts";

const ZONE = "fundiwaviatu.co.ke";

/** Returns each record as "name seconds TYPE content", and each skipped line as its number and the reason. */
function read(text: string): string[] {
  const file = readZoneFile(text, ZONE);
  if (!file.ok) throw new Error(file.message);
  return file.value.map((entry) => {
    if (entry.kind === "skipped") return `${entry.line}: ${entry.reason}`;
    const { name, ttl, type, content } = entry.draft;
    return [toRelativeName(name, ZONE), ttl, type, content].join(" ");
  });
}

test.each([
  ["_sip._tls.@ 3600 IN SRV 100 1 443 sip.example.com.", "_sip._tls 3600 SRV 1 443 sip.example.com"],
  ["$ORIGIN shop.fundiwaviatu.co.ke.\nwww.@ 60 A 41.90.64.1", "www.shop 60 A 41.90.64.1"],
  ["www 60 CNAME shop.@", "www 60 CNAME shop.fundiwaviatu.co.ke"],
])("a final .@ is the origin: %s", (text, record) => {
  expect(read(text)).toEqual([record]);
});

test("a final .@ is the domain in the form too, and nothing else with an @ is", () => {
  expect(toFullName("_sip._tls.@", ZONE)).toEqual({ ok: true, value: `_sip._tls.${ZONE}` });
  for (const typed of [".@", "a..@", "a.@.b", "a@"]) expect(toFullName(typed, ZONE)).toMatchObject({ ok: false });
  expect(read("a..@ A 41.90.64.1\nok 60 A 41.90.64.1")).toEqual([expect.stringMatching(/^1: /), "ok 60 A 41.90.64.1"]);
});

test.each([
  ["@ 600 IN A Parked", /“Parked”.*that GoDaddy made.*such as 41\.90\.64\.12/],
  ["@ A WebsiteBuilder Site", /“WebsiteBuilder Site”.*that GoDaddy made/],
  ["@ A Websites + Marketing", /that GoDaddy made/],
  ["@ A Parking Page", /that the old provider made.*leave this record out/],
  ["@ AAAA Parked", /that GoDaddy made.*such as 2c0f/],
  ["blog URL http://example.com/", /URL is a forward or a website.*Redirects in cPanel/],
  ["@ 300 IN URL301 https://example.com", /URL301 is a forward/],
])("says that a value is a provider's own website: %s", (line, reason) => {
  expect(read(`${line}\nok 60 A 41.90.64.1`)).toEqual([expect.stringMatching(reason), "ok 60 A 41.90.64.1"]);
});

test.each([
  ["JSON", '{ "ResourceRecordSets": [ { "Name": "www.fundiwaviatu.co.ke.", "Type": "A" } ] }'],
  ["YAML", "---\nkind: dns#resourceRecordSet\nname: www\n"],
  ["YAML", "www:\n  type: A\n  value: 41.90.64.12"],
  ["a table", "Type,Host,Value,TTL\nA,@,41.90.64.12,1800"],
  ["a table", "Host\tType\tPriority\tTTL\tData\n@\tTXT\tN/A\t1 hr\tv=spf1 -all"],
  ["a table", '; export\n\uFEFF"Name";"Type";"Content"\n@;A;41.90.64.12'],
  ["a table", "HostName RecordType Type Timestamp TimeToLive RecordData\n@ A 1 0 01:00:00 41.90.64.12"],
  ["a table", "A Record\t@\t41.90.64.12\tAutomatic"],
  ["a table", "fundiwaviatu.co.ke.\tA\tSimple\t-\tNo\t41.90.64.12\t300"],
  ["what a program prints", "fundiwaviatu.co.ke has address 41.90.64.12"],
  ["what a program prints", "Server:\t\t8.8.8.8\nAddress:\t8.8.8.8#53"],
])("says that a text is no zone file but %s: %j", (kind, text) => {
  const message = expect.stringMatching(new RegExp(`^This is ${kind}.*BIND format`));
  expect(readZoneFile(text, ZONE)).toEqual({ ok: false, message });
});

test.each(["type", "host", "name", "value", "a", "server", "data"])("the name %s is no head of a table", (name) => {
  expect(read(`${name} 60 IN A 41.90.64.1`)).toEqual([`${name} 60 A 41.90.64.1`]);
});

test.each([
  ["@ 86400 AWS ALIAS A lb.eu-west-1.elb.amazonaws.com. Z32O12XQLNTSW2 false", /Write CNAME in its place/],
  ['mail._domainkey IN DKIM ( "v=DKIM1; p=MIIB" )', /Write TXT in its place/],
])("says what to write in place of %s", (line, reason) => {
  expect(read(`${line}\nok 60 A 41.90.64.1`)).toEqual([expect.stringMatching(reason), "ok 60 A 41.90.64.1"]);
});

test("the form says the same", () => {
  const form = { type: "A", name: "@", content: "WebsiteBuilder Site", ttl: "3600" };
  const problems = [{ field: "content", message: expect.stringContaining("that GoDaddy made") }];
  expect(readTypedRecord(form, ZONE)).toEqual({ ok: false, problems });
});

const MAIL = "4705 60 A 41.90.64.2 / www 60 A 41.90.64.3";

test.each([
  ["spaces", "  4705 60 IN A 41.90.64.2\n  www 60 A 41.90.64.3", MAIL],
  ["tabs", "\t4705\t60\tA\t41.90.64.2\n\twww\t60\tA\t41.90.64.3", MAIL],
  ["unequal spaces", "  4705 60 IN A 41.90.64.2\n    www 60 A 41.90.64.3", MAIL],
  ["directives at the margin", "$TTL 60\n  4705 IN A 41.90.64.2\n  www A 41.90.64.3", MAIL],
  [
    "another record first",
    "  www 60 A 41.90.64.3\n   4705 60 A 41.90.64.2",
    "www 60 A 41.90.64.3 / 4705 60 A 41.90.64.2",
  ],
  ["names of types", "  mx 60 A 41.90.64.2\n  a 60 A 41.90.64.3", "mx 60 A 41.90.64.2 / a 60 A 41.90.64.3"],
  [
    "lines without an owner",
    "  4705 60 A 41.90.64.2\n    60 A 41.90.64.3\n    IN A 41.90.64.4",
    "4705 60 A 41.90.64.2 / 4705 60 A 41.90.64.3 / 4705 60 A 41.90.64.4",
  ],
  [
    "an equal margin and no owner",
    "  4705 60 A 41.90.64.2\n  A 41.90.64.3",
    "4705 60 A 41.90.64.2 / 4705 60 A 41.90.64.3",
  ],
  [
    "a flattened CNAME",
    "  ; flattened: @ 60 CNAME a.example.com.\n  7 60 A 41.90.64.2",
    "@ 60 CNAME a.example.com / 7 60 A 41.90.64.2",
  ],
])("reads a file whose every record is indented, with %s", (_how, text, records) => {
  expect(read(text).join(" / ")).toBe(records);
});

test("a number is a TTL where a record stands at the margin", () => {
  expect(read("www 60 A 41.90.64.3\n  4705 IN A 41.90.64.2")).toEqual(["www 60 A 41.90.64.3", "www 4705 A 41.90.64.2"]);
});
