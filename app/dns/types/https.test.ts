import { describe, expect, test } from "vitest";
import { zoneRecord } from "../../../tests/zone-record.ts";
import { warningsFor } from "../check-record.ts";
import { readRecord } from "../read-record.ts";
import { recordSets } from "../record-sets.ts";
import { hasSameContent } from "../resolution.ts";
import { readZoneFile } from "../zone-file/read-zone-file.ts";
import { writeRecord } from "../zone-file/write-zone-file.ts";

const ZONE = "example.com";

/** Returns the record of a line, or why it is left out. */
function inFile(line: string) {
  const file = readZoneFile(`$TTL 3600\n${line}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  return entry?.kind === "record" ? entry.draft : entry?.reason;
}

const FOO = "03666f6f076578616d706c6503636f6d00";
const ORG = "03666f6f076578616d706c65036f726700";

describe("The examples of RFC 9460, appendix D", () => {
  test.each([
    ["0 foo.example.com.", `0000${FOO}`, "0 foo.example.com"],
    ["1 .", "000100", "1 ."],
    ["16 foo.example.com. port=53", `0010${FOO}000300020035`, '16 foo.example.com port="53"'],
    ["1 foo.example.com. key667=hello", `0001${FOO}029b000568656c6c6f`, '1 foo.example.com key667="hello"'],
    [
      String.raw`1 foo.example.com. key667="hello\210qoo"`,
      `0001${FOO}029b000968656c6c6fd2716f6f`,
      String.raw`1 foo.example.com key667="hello\210qoo"`,
    ],
    [
      '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
      `0001${FOO}0006002020010db800000000000000000000000120010db8000000000000000000530001`,
      '1 foo.example.com ipv6hint="2001:db8::1,2001:db8::53:1"',
    ],
    [
      '1 example.com. ipv6hint="2001:db8:122:344::192.0.2.33"',
      "0001076578616d706c6503636f6d000006001020010db80122034400000000c0000221",
      '1 example.com ipv6hint="2001:db8:122:344::c000:221"',
    ],
    [
      "16 foo.example.org. ( alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1 )",
      `0010${ORG}0000000400010004000100090268320568332d313900040004c0000201`,
      '16 foo.example.org mandatory="alpn,ipv4hint" alpn="h2,h3-19" ipv4hint="192.0.2.1"',
    ],
    ...[String.raw`alpn="f\\\\oo\\,bar,h2"`, String.raw`alpn=f\\\092oo\092,bar,h2`].map((alpn) => [
      `16 foo.example.org. ${alpn}`,
      `0010${ORG}0001000c08665c6f6f2c626172026832`,
      String.raw`16 foo.example.org alpn="f\\\\oo\\,bar,h2"`,
    ]),
  ] as [string, string, string][])("%s has the bytes %s", (data, bytes, content) => {
    for (const type of ["HTTPS", "SVCB"]) {
      const generic = `\\# ${bytes.length / 2} ${bytes}`;
      const [read, fromBytes] = [inFile(`@ ${type} ${data}`), inFile(`@ ${type} ${generic}`)];
      expect(read).toMatchObject({ type, content });
      expect(fromBytes).toEqual(read);
      if (typeof read !== "object") continue;
      expect(inFile(writeRecord(read) ?? "")).toEqual(read);
      expect(hasSameContent({ name: ZONE, type, ttl: 1, data: generic }, read)).toBe(true);
      expect(hasSameContent({ name: ZONE, type, ttl: 1, data: data.replace(/[()] ?/g, "") }, read)).toBe(true);
    }
  });

  test.each([
    ["key123=abc key123=def", "key123 is there twice"],
    ...["mandatory", "alpn", "port", "ipv4hint", "ipv6hint"].map((key) => [key, `After ${key} comes`]),
    ["no-default-alpn=abc", "After no-default-alpn comes nothing"],
    ["mandatory=key123", "mandatory names key123, which is not there"],
    ["mandatory=mandatory", "After mandatory comes"],
    ["mandatory=key123,key123 key123=abc", "each once"],
  ] as [string, string][])("reject the settings %s", (settings, message) => {
    expect(inFile(`@ SVCB 1 foo.example.com. ${settings}`)).toContain(message);
  });
});

const GOOD = { type: "HTTPS", name: "www", ttl: "3600", https_priority: "1", https_target: "." };
const read = (https_value: string, typed = {}) => readRecord({ ...GOOD, https_value, ...typed }, ZONE);

test("sends the parts by Cloudflare's names", () => {
  expect(read(" alpn=h3,h2  ipv4hint=41.90.64.12 ")).toMatchObject({
    draft: { data: { priority: 1, target: ".", value: 'alpn="h3,h2" ipv4hint="41.90.64.12"' } },
  });
  expect(read("", { https_target: "@" })).toMatchObject({ draft: { content: "1 example.com" } });
});

test.each([
  ["h2", "“h2” is not a setting"],
  ["key65535=x", "is not a setting"],
  ["key01=x", "is not a setting"],
  ["alpn=h2,", "names of protocols"],
  [`alpn=${"a".repeat(256)}`, "names of protocols"],
  ["port=65536", "up to 65535"],
  ["ipv4hint=41.90.64", "IPv4 addresses"],
  ["ipv6hint=41.90.64.12", "IPv6 addresses"],
  ["ech=!!", "Base64"],
  ["dohpath=dns", "a path"],
  ["no-default-alpn", "needs alpn"],
  ["key3=x", "the same as after port"],
  ['alpn=h2"', "names of protocols"],
  ["alpn=h2\\", "names of protocols"],
  [`key667=${"a".repeat(2000)}`, "too long"],
])("rejects the settings %s and says: %s", (settings, message) => {
  const problems = [{ field: "https_value", message: expect.stringContaining(message) }];
  expect(read(settings)).toEqual({ ok: false, problems });
});

test.each([
  [String.raw`key1=\002h2`, 'alpn="h2"', "RFC 9460, 2.1: a number stands for its name"],
  ["ech=AEX+DQ== alpn=h2", 'alpn="h2" ech="AEX+DQ=="', "RFC 9460, 2.2: in the order of the numbers"],
  ["dohpath=/dns-query{?dns} ohttp", 'dohpath="/dns-query{?dns}" key8', "RFC 9461; RFC 9540"],
  ["ALPN=h2", 'alpn="h2"', "product: DNS records"],
  ["ipv6hint=::ffff:192.0.2.1", 'ipv6hint="::ffff:192.0.2.1"', "RFC 5952"],
])("reads the settings %s as %s (%s)", (settings, value) => {
  expect(read(settings)).toMatchObject({ ok: true, draft: { data: { value } } });
});

test("RFC 9460, section 2.4.2: says that an alias has no settings", () => {
  const reading = read("alpn=h2", { https_priority: "0", https_target: "shops.example.net" });
  if (!reading.ok) throw new Error("The record is invalid.");
  expect(warningsFor(reading.draft, [], ZONE)).toEqual([{ message: expect.stringContaining("ignored") }]);
});

test("is not seen at a name that uses the CDN: the form warns, and the live check expects the CDN", () => {
  const reading = read("alpn=h2");
  if (!reading.ok) throw new Error("The record is invalid.");
  const address = zoneRecord("www A 41.90.64.12", { proxied: true });
  expect(warningsFor(reading.draft, [address], ZONE)).toEqual([{ message: expect.stringContaining("not seen") }]);
  expect(warningsFor(reading.draft, [{ ...address, proxied: false }], ZONE)).toEqual([]);
  const [set, ...more] = recordSets([{ ...reading.draft, id: "1" }, address], ZONE);
  expect(set).toMatchObject({ visibleAs: "cdn", question: { type: "A" } });
  expect(more).toEqual([]);
});
