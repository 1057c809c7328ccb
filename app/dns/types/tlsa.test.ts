import { expect, test } from "vitest";
import { warningsFor } from "../check-record.ts";
import { readRecord } from "../read-record.ts";
import { readZoneFile } from "../zone-file/read-zone-file.ts";
import { writeRecord } from "../zone-file/write-zone-file.ts";

const ZONE = "example.com";
const SHA256 = "d2abde240d7cd3ee6b4b28c54df034b97983a1d16e8a410e4561cb106618e971";
const SHA512 = `${SHA256}${SHA256}`;

/** Returns the result of a form with these values, separated by spaces. */
function read(values: string, name = "_443._tcp.www") {
  const [usage, selector, matching, certificate] = values.split(" ");
  const typed = {
    tlsa_usage: usage,
    tlsa_selector: selector,
    tlsa_matching_type: matching,
    tlsa_certificate: certificate,
  };
  return readRecord({ type: "TLSA", name, ttl: "3600", ...typed }, ZONE);
}

// The examples of RFC 6698, section 2.3, and the bytes of the first.
test.each([
  [`0 0 1 ( ${SHA256.slice(0, 22)} ${SHA256.slice(22)} )`, `0 0 1 ${SHA256}`],
  [`1 1 2 ( ${SHA512.slice(0, 60)} ${SHA512.slice(60)} )`, `1 1 2 ${SHA512}`],
  ["3 0 0 30820307308201EFA003020102020", undefined],
  ["3 0 0 30820307308201EFA00302010202", "3 0 0 30820307308201efa00302010202"],
  [`\\# 35 000001 ${SHA256}`, `0 0 1 ${SHA256}`],
  [`\\# 2 0000`, undefined],
])("reads %s in a zone file as %s", (data, content) => {
  const file = readZoneFile(`$TTL 3600\n_443._tcp.www TLSA ${data}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  const draft = entry?.kind === "record" ? entry.draft : undefined;
  expect(draft?.content).toBe(content);
  if (draft) expect(writeRecord(draft)).toBe(`_443._tcp.www.example.com.\t3600\tIN\tTLSA\t${content}`);
});

test("sends the parts by Cloudflare's names", () => {
  expect(read(`3 1 1 ${SHA256.toUpperCase()}`)).toMatchObject({
    draft: { type: "TLSA", data: { usage: 3, selector: 1, matching_type: 1, certificate: SHA256 } },
  });
});

test.each([
  [`4 1 1 ${SHA256}`, "tlsa_usage", "0, 1, 2 or 3"],
  [`3 2 1 ${SHA256}`, "tlsa_selector", "0 or 1"],
  [`3 1 3 ${SHA256}`, "tlsa_matching_type", "0, 1 or 2"],
  [`3 1 1 ${SHA256.slice(2)}`, "tlsa_certificate", "has 64 digits, and this one has 62"],
  [`3 1 2 ${SHA256}`, "tlsa_certificate", "has 128 digits"],
  ["3 1 1 x", "tlsa_certificate", "the letters a to f"],
  ["3 1 1", "tlsa_certificate", "Type the fingerprint"],
])("RFC 6698, section 2.1: rejects %s at %s and says: %s", (values, field, message) => {
  expect(read(values)).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

test.each([
  [`3 1 1 ${SHA256}`, "_443._tcp.www", []],
  [`3 1 1 ${SHA256}`, "*._tcp.www", [expect.stringContaining("The star")]],
  [`3 1 1 ${SHA256}`, "www", [expect.stringContaining("_443._tcp.www.example.com")]],
  [`255 1 1 ${SHA256}`, "_443._tcp", [expect.stringContaining("private use")]],
  ["3 1 0 30820307", "_25._tcp.mail", [expect.stringContaining("whole certificate")]],
])("RFC 6698, section 3: %s at %s has the warnings %j", (values, name, warnings) => {
  const reading = read(values, name);
  if (!reading.ok) throw new Error("The record is invalid.");
  expect(warningsFor(reading.draft, [], ZONE).map(({ message }) => message)).toEqual(warnings);
});
