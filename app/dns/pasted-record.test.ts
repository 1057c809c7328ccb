import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTypedRecord } from "./pasted-record.ts";
import { readRecord } from "./read-record.ts";
import { type FieldName, fieldsOfType, NEW_RECORD, withType } from "./record-values.ts";
import { TYPES } from "./types.ts";
import { writeRecord } from "./zone-file/write-zone-file.ts";

const ZONE = "example.com";
const SEVERAL = TYPES.filter(({ fields }) => fields.length > 1);

/** Returns the form of a new record in which one field has a text. */
function pasted(type: string, field: FieldName, text: string, rest: Partial<Record<FieldName, string>> = {}) {
  return readTypedRecord({ ...withType(NEW_RECORD, type), name: "_a._b", ...rest, [field]: text }, ZONE);
}

describe.each(SEVERAL)("Into any field of the form of $type", ({ type, fields }) => {
  const examples = Object.fromEntries(fieldsOfType(type).map(({ field, example }) => [field, example]));
  const whole = readRecord({ ...examples, type, name: "_a._b", ttl: "3600", otherTtl: "", comment: "" }, ZONE);
  if (!whole.ok) throw new Error(`The examples of ${type} are invalid.`);
  const { draft } = whole;
  const [line = ""] = (writeRecord(draft) ?? "").split(" ;");
  const value = line.split("\t").slice(4).join("\t");
  const own = fields.map(({ field }) => field);

  test.each(own)("%s, a whole value may be pasted", (field) => {
    // An empty text needs its quotation marks.
    const bare = value.includes('""') ? value : value.replaceAll('"', "");
    for (const text of [value, bare, ` ${value} `, value.replaceAll(" ", "  "), value.replace(/\.$/, "")])
      expect(pasted(type, field, text)).toEqual(whole);
  });

  test.each(["name" as const, ...own])("%s, a whole line of a zone file may be pasted", (field) => {
    const name = field === "name" ? {} : { name: "" };
    for (const text of [line, `_a._b IN ${type} ${value}`, `_a._b.${ZONE}. 3600 ${type} ${value} ; a note`])
      expect(pasted(type, field, text, name)).toEqual(whole);
    if (field === "name") return;
    expect(pasted(type, field, `${type} ${value}`)).toEqual(whole);
    expect(pasted(type, field, `600 IN ${type.toLowerCase()} ${value}`)).toEqual({
      ok: true,
      draft: { ...draft, ttl: 600 },
    });
    const problem = { field, message: expect.stringContaining("Make both the same") };
    expect(pasted(type, field, line, { name: "other" })).toEqual({ ok: false, problems: [problem] });
  });

  test("a whole record of another type is explained", () => {
    const problem = { field: own[0], message: expect.stringContaining("Choose the type LOC") };
    expect(pasted(type, own[0] ?? "name", "LOC 1 17 11.000 S 36 49 2.000 E 1795m")).toEqual({
      ok: false,
      problems: [problem],
    });
  });
});

test.each<[string, FieldName, string, object]>([
  ["MX", "content", "5 mail.example.com.", { content: "mail.example.com", priority: 5 }],
  ["MX", "priority", "5 mail.example.com", { content: "mail.example.com", priority: 5 }],
  ["SRV", "port", "_sip._tcp.example.com. 600 IN SRV 10 5 5060 sip", { ok: false }],
  ["CAA", "value", '0 issue "letsencrypt.org"', { content: '0 issue "letsencrypt.org"' }],
  [
    "CAA",
    "value",
    "128 issue letsencrypt.org; validationmethods=dns-01",
    { data: { flags: 128, tag: "issue", value: "letsencrypt.org; validationmethods=dns-01" } },
  ],
  ["CAA", "tag", "0 issue ;", { content: '0 issue ";"' }],
  ["CAA", "value", "@ CAA 0 iodef mailto:a@example.com", { content: '0 iodef "mailto:a@example.com"' }],
  ["A", "content", "_a._b 300 IN A 41.90.64.12", { content: "41.90.64.12", ttl: 300 }],
  [
    "CNAME",
    "name",
    "k2._domainkey CNAME dkim2.mcsv.net.",
    { name: "k2._domainkey.example.com", content: "dkim2.mcsv.net" },
  ],
  ["DS", "ds_digest", `60485 13 2 ${"d4b7 d520 ".repeat(8)}`, { data: { key_tag: 60485 } }],
  ["TLSA", "tlsa_certificate", `3 1 1 ${"d4b7d520".repeat(8)}`, { data: { usage: 3 } }],
  [
    "HTTPS",
    "https_value",
    '1 . alpn="h3,h2" port=443',
    { data: { priority: 1, target: ".", value: 'alpn="h3,h2" port="443"' } },
  ],
])("in a form of %s, %s is split: %s", (type, field, text, expected) => {
  const typed = type === "CAA" || field === "port" ? { name: "" } : {};
  const reading = pasted(type, field, text, typed);
  expect(reading.ok ? { ok: true, ...reading.draft } : { ok: false }).toMatchObject(expected);
});

test.each<[string, FieldName, string, string]>([
  ["MX", "content", "10 41.90.64.12", "IP address"],
  ["SRV", "target", "10 5 99999 sip.example.com", "at most 65535"],
  ["SRV", "target", "5060 sip.example.com", "The whole value may be pasted too: 10 5 5060"],
  ["CAA", "value", "issue letsencrypt.org", "The whole value may be pasted too: 0 issue"],
  ["CAA", "value", "letsencrypt.org digicert.com", "A name has no spaces"],
  ["SRV", "target", "sip.example.net. IN SRV 10 5 5060", "come after SRV"],
  ["DS", "ds_digest", `60485 13 2 ${"d4b7d520".repeat(7)}`, "has 64 digits, and this one has 56"],
])("in a form of %s, %s with %s is explained there: %s", (type, field, text, message) => {
  const reading = pasted(type, field, text);
  const problems = reading.ok ? [] : reading.problems;
  expect(problems).toContainEqual({ field, message: expect.stringContaining(message) });
});

test("a whole value is never taken for a certificate, whose digits may be in groups", () => {
  const filled = { tlsa_usage: "3", tlsa_selector: "1", tlsa_matching_type: "0" };
  expect(pasted("TLSA", "tlsa_certificate", "2 1 0 30 82 03 07", filled)).toMatchObject({
    draft: { data: { usage: 2, certificate: "30820307" } },
  });
  expect(pasted("TLSA", "tlsa_certificate", "30:82:03:07", filled)).toMatchObject({
    draft: { data: { usage: 3, certificate: "30820307" } },
  });
});

test("a form that is right as it stands is never split, and any other is never lost", () => {
  const word = fc.constantFrom(
    "0",
    "10",
    "issue",
    "CAA",
    "MX",
    "SRV",
    "IN",
    "www",
    ";",
    '"a b"',
    "sip.example.com",
    "letsencrypt.org",
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
  const check = (type: string, first: string, second: string) => {
    const [one, two = one] = fieldsOfType(type).slice(1);
    const typed = {
      ...withType(NEW_RECORD, type),
      name: "x",
      [one?.field ?? "name"]: first,
      [two?.field ?? "name"]: second,
    };
    const plain = readRecord(typed, ZONE);
    const split = readTypedRecord(typed, ZONE);
    if (plain.ok) expect(split).toEqual(plain);
    else if (!split.ok) expect(split.problems.length).toBeGreaterThan(0);
  };
  fc.assert(fc.property(fc.constantFrom(...TYPES.map(({ type }) => type)), text, text, check), {
    seed: 1,
    numRuns: 2000,
  });
});
