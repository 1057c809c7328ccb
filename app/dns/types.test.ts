import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readRecord } from "./read-record.ts";
import type { RecordDraft } from "./record.ts";
import { canonicalContent, sameRecord } from "./record-identity.ts";
import { fieldsOfType, NEW_RECORD, valuesOf, withType } from "./record-values.ts";
import { recordSentence } from "./record-words.ts";
import { TYPES } from "./types.ts";
import { readZoneFile } from "./zone-file/read-zone-file.ts";
import { writeRecord } from "./zone-file/write-zone-file.ts";

const ZONE = "example.co.ke";

/** Returns the examples of a type's form, and the record that they make. */
function exampleOf(type: string): { typed: Record<string, string>; draft: RecordDraft } {
  const typed = Object.fromEntries(fieldsOfType(type).map(({ field, example }) => [field, example]));
  const reading = readRecord({ ...typed, type }, ZONE);
  if (!reading.ok) throw new Error(`The examples of ${type} are invalid: ${JSON.stringify(reading.problems)}`);
  return { typed, draft: reading.draft };
}

/** Returns the record that a line of a zone file gives, or why it is left out. */
function readLine(line: string) {
  const file = readZoneFile(`$TTL 3600\n${line}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  return entry?.kind === "record" ? entry.draft : entry?.reason;
}

test("each type has its own name and number", () => {
  expect(new Set(TYPES.map(({ type }) => type)).size).toBe(TYPES.length);
  expect(new Set(TYPES.map(({ code }) => code)).size).toBe(TYPES.length);
});

test("each type with rules of its own has a test file", () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const tests = readdirSync(new URL("types/", import.meta.url)).filter((name) => name.endsWith(".test.ts"));
  const covered = tests.map((name) => read(`types/${name}`)).join();
  // The tests of addresses, targets and texts cover these.
  const plain = ["A", "AAAA", "CNAME", "MX", "TXT", "NS"];
  const missing = TYPES.map(({ type }) => type).filter(
    (type) => !plain.includes(type) && !covered.includes(`"${type}"`),
  );
  expect(missing, "Write tests of these beside their files in app/dns/types").toEqual([]);
});

test("no two types have a field of the same name, except content and priority", () => {
  const named = TYPES.flatMap(({ type, fields }) => fields.map(({ field }) => ({ type, field })));
  const twice = named.filter(({ type, field }) => named.some((one) => one.field === field && one.type !== type));
  const otherwise = "Call the field otherwise in the later type, such as naptr_flags for the part flags";
  expect([...new Set(twice.map(({ field }) => field))].sort(), otherwise).toEqual(["content", "priority"]);
});

describe.each(TYPES)("The type $type", (about) => {
  const { type, fields, mainField, defaults, parts, file } = about;
  const own = fields.map(({ field }) => field);

  test("refers only to its own fields", () => {
    expect(own).toContain(mainField);
    expect(own).toEqual(expect.arrayContaining(Object.keys(defaults ?? {})));
    expect([...file.fields].sort()).toEqual([...own].sort());
    expect(file.fields).toEqual(expect.arrayContaining([...(file.texts ?? [])]));
  });

  test("has valid examples, whose form gives the same record and a complete sentence", () => {
    const { draft } = exampleOf(type);
    const values = valuesOf(draft, ZONE);
    expect(readRecord(values, ZONE)).toEqual({ ok: true, draft });
    const sentence = recordSentence(values, ZONE);
    expect(sentence.filter(({ kind }) => kind === "open")).toEqual([]);
    expect(sentence.map(({ text }) => text).join("")).toMatch(/^\S.*[^.]\.$/);
  });

  test("reports missing values of an empty form at its own fields", () => {
    const reading = readRecord({ type, name: "_a._b", ttl: "1" }, ZONE);
    if (reading.ok) throw new Error("An empty form was accepted.");
    expect(own).toEqual(expect.arrayContaining(reading.problems.map(({ field }) => field)));
    expect(recordSentence(withType(NEW_RECORD, type), ZONE).some(({ kind }) => kind === "open")).toBe(true);
  });

  test("accepts numbers exactly within the limits of their fields", () => {
    const { typed } = exampleOf(type);
    for (const { field, min = 0, max } of fields) {
      if (max === undefined) continue;
      const problems = [min - 1, min, max, max + 1].map((number) => {
        const reading = readRecord({ ...typed, type, [field]: String(number) }, ZONE);
        return reading.ok ? [] : reading.problems.map((problem) => problem.field);
      });
      expect(problems).toEqual([[field], [], [], [field]]);
    }
  });

  test("is read back from what is written into a zone file, and so is the file's example", () => {
    const { draft } = exampleOf(type);
    const line = writeRecord(draft) ?? "";
    const again = readLine(line);
    expect(again).toMatchObject({ type, content: draft.content });
    expect(again && typeof again === "object" && sameRecord(again, draft)).toBe(true);
    const [, data = ""] = /: (.+)$/.exec(file.example) ?? [];
    expect(readLine(`_a._b ${type} ${data}`)).toMatchObject({ type });
    expect(readLine(`_a._b ${type}`)).toBe(file.example);
  });

  test("has the same identity with and without structured data", () => {
    const { draft } = exampleOf(type);
    const { data, ...bare } = draft;
    expect(Object.keys(data ?? {}).sort()).toEqual(Object.keys(parts ?? {}).sort());
    expect(sameRecord(draft, bare)).toBe(true);
    expect(canonicalContent(draft)).toBe(canonicalContent(bare));
  });

  test("has a target exactly if its main field holds a name", () => {
    const { draft, typed } = exampleOf(type);
    if (about.target) expect(about.target(draft)).toBe(typed[mainField]);
    else expect(about.targetRole).toBeUndefined();
  });
});
