import { expect, test } from "vitest";
import { warningsFor } from "../check-record.ts";
import { readRecord } from "../read-record.ts";
import { readZoneFile } from "../zone-file/read-zone-file.ts";
import { writeRecord } from "../zone-file/write-zone-file.ts";

const ZONE = "example.com";
const GOOD = {
  ...{ type: "NAPTR", name: "sip", ttl: "3600", naptr_order: "100", naptr_preference: "10" },
  ...{ naptr_flags: "U", naptr_service: "E2U+sip", naptr_regex: "!^.*$!sip:info@example.com!", naptr_replacement: "." },
};
const read = (typed: Record<string, string>) => readRecord({ ...GOOD, ...typed }, ZONE);

function inFile(data: string) {
  const file = readZoneFile(`$TTL 3600\nsip NAPTR ${data}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  return entry?.kind === "record" ? entry.draft : undefined;
}

test.each([
  [String.raw`100 10 "" "" "!^urn:cid:.+@([^\\.]+\\.)(.*)$!\\2!i" .`, undefined, "RFC 3403, 6.1"],
  ['100 50 "a" "z3950+N2L+N2C" "" cidserver.example.com.', undefined, "RFC 3403, 6.2"],
  ['100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .', undefined, "RFC 6116, 3.4.2"],
  ['100 10 S SIP+D2U "" _sip._udp', '100 10 "S" "SIP+D2U" "" _sip._udp.example.com.', "RFC 1035, 5.1: the origin"],
  [
    "\\# 33 0064000a 0153 075349502b443255 00 04686f7374 076578616d706c65 03636f6d 00",
    '100 10 "S" "SIP+D2U" "" host.example.com.',
    "RFC 3597, 5",
  ],
])("reads %s in a zone file, and writes it again", (data, written, _source) => {
  const draft = inFile(data);
  expect(draft && writeRecord(draft)).toBe(`sip.example.com.\t3600\tIN\tNAPTR\t${written ?? data}`);
});

test("sends the parts by Cloudflare's names, without quotation marks and escapes", () => {
  expect(read({ naptr_regex: "!^(.*)$!sip:\\1@example.com!i" })).toMatchObject({
    draft: {
      content: '100 10 "U" "E2U+sip" "!^(.*)$!sip:\\\\1@example.com!i" .',
      data: {
        ...{ order: 100, preference: 10, flags: "U", service: "E2U+sip" },
        ...{ regex: "!^(.*)$!sip:\\1@example.com!i", replacement: "." },
      },
    },
  });
});

test.each<[Record<string, string>, string, string]>([
  [{ naptr_order: "65536" }, "naptr_order", "RFC 3403, 4.1"],
  [{ naptr_flags: "U!" }, "naptr_flags", "RFC 3403, 4.1"],
  [{ naptr_regex: "^.*$" }, "naptr_regex", "RFC 3402, 3.2: three delimiters"],
  [{ naptr_regex: "!^.*$!sip:a" }, "naptr_regex", "RFC 3402, 3.2"],
  [{ naptr_regex: "!^.*$!a!b!" }, "naptr_regex", "RFC 3402, 3.2"],
  [{ naptr_regex: "!^.*$!a!x" }, "naptr_regex", "RFC 3402, 3.2: only the flag i"],
  [{ naptr_regex: "1^.*$1a1" }, "naptr_regex", "RFC 3402, 3.2: no digit"],
  [{ naptr_regex: "!!a!" }, "naptr_regex", "RFC 3402, 3.2"],
  [{ naptr_regex: `!${"a".repeat(250)}!b!!` }, "naptr_regex", "RFC 1035, 3.3: 255 bytes"],
  [{ naptr_replacement: "host.example.net" }, "naptr_regex", "RFC 3403, 4.1: mutually exclusive"],
  [{ naptr_regex: "", naptr_replacement: "." }, "naptr_replacement", "RFC 3403, 4.1"],
  [{ naptr_replacement: "" }, "naptr_replacement", "RFC 3403, 4.1"],
])("rejects %j at %s (%s)", (typed, field) => {
  expect(read(typed)).toEqual({ ok: false, problems: [expect.objectContaining({ field })] });
});

test("accepts a delimiter behind a backslash, and warns of unusual flags", () => {
  const reading = read({ naptr_regex: "!^a\\!b$!sip:c@example.com!", naptr_flags: "X" });
  if (!reading.ok) throw new Error("The record is invalid.");
  expect(warningsFor(reading.draft, [], ZONE)).toEqual([{ message: expect.stringContaining("unusual flag") }]);
});
