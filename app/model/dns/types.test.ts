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

/** What the examples of a type's form make, as somebody would type them. */
function exampleOf(type: string): { typed: Record<string, string>; draft: RecordDraft } {
  const typed = Object.fromEntries(fieldsOfType(type).map(({ field, example }) => [field, example]));
  const reading = readRecord({ ...typed, type }, ZONE);
  if (!reading.ok) throw new Error(`The examples of ${type} are refused: ${JSON.stringify(reading.problems)}`);
  return { typed, draft: reading.draft };
}

/** The record, or the reason against it, that a line of a file gives. */
function readLine(line: string) {
  const file = readZoneFile(`$TTL 3600\n${line}\nbeside A 192.0.2.1\n`, ZONE);
  const [entry] = file.ok ? file.value : [];
  return entry?.kind === "record" ? entry.draft : entry?.reason;
}

test("each type is named and numbered once", () => {
  expect(new Set(TYPES.map(({ type }) => type)).size).toBe(TYPES.length);
  expect(new Set(TYPES.map(({ code }) => code)).size).toBe(TYPES.length);
});

test("each type has tests of what it alone allows and refuses", () => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const tests = readdirSync(new URL("types/", import.meta.url)).filter((name) => name.endsWith(".test.ts"));
  const tried = tests.map((name) => read(`types/${name}`)).join();
  // The six without rules but those of names, addresses and texts are tried with these, in the tests beside this one.
  const plain = ["A", "AAAA", "CNAME", "MX", "TXT", "NS"];
  const untried = TYPES.map(({ type }) => type).filter((type) => !plain.includes(type) && !tried.includes(`"${type}"`));
  expect(untried, "Write tests of these beside their files in app/model/dns/types").toEqual([]);
});

test("fields of two types have one start, or else the start of the one would stand in the other's form", () => {
  const named = TYPES.flatMap(({ type, fields }) => fields.map(({ field }) => ({ type, field })));
  const twice = named.filter(({ type, field }) => named.some((one) => one.field === field && one.type !== type));
  const otherwise = "Call the field otherwise in the later type, such as naptr_flags for the part flags";
  expect([...new Set(twice.map(({ field }) => field))].sort(), otherwise).toEqual(["content", "priority"]);
});

describe.each(TYPES)("$type", (about) => {
  const { type, fields, mainField, defaults, parts, file } = about;
  const own = fields.map(({ field }) => field);

  test("names only fields of its own", () => {
    expect(own).toContain(mainField);
    expect(own).toEqual(expect.arrayContaining(Object.keys(defaults ?? {})));
    expect([...file.fields].sort()).toEqual([...own].sort());
    expect(file.fields).toEqual(expect.arrayContaining([...(file.texts ?? [])]));
  });

  test("its examples make a record, whose form says the same in a finished sentence", () => {
    const { draft } = exampleOf(type);
    const values = valuesOf(draft, ZONE);
    expect(readRecord(values, ZONE)).toEqual({ ok: true, draft });
    const sentence = recordSentence(values, ZONE);
    expect(sentence.filter(({ kind }) => kind === "open")).toEqual([]);
    expect(sentence.map(({ text }) => text).join("")).toMatch(/^\S.*[^.]\.$/);
  });

  test("a form in which nothing was typed says what is missing, at its own fields", () => {
    const reading = readRecord({ type, name: "_a._b", ttl: "1" }, ZONE);
    if (reading.ok) throw new Error("An empty form was taken.");
    expect(own).toEqual(expect.arrayContaining(reading.problems.map(({ field }) => field)));
    expect(recordSentence(withType(NEW_RECORD, type), ZONE).some(({ kind }) => kind === "open")).toBe(true);
  });

  test("its numbers go as far as their fields say, and no further", () => {
    const { typed } = exampleOf(type);
    for (const { field, min = 0, max } of fields) {
      if (max === undefined) continue;
      const refused = [min - 1, min, max, max + 1].map((number) => {
        const reading = readRecord({ ...typed, type, [field]: String(number) }, ZONE);
        return reading.ok ? [] : reading.problems.map((problem) => problem.field);
      });
      expect(refused).toEqual([[field], [], [], [field]]);
    }
  });

  test("what is written into a zone file is read again, and the file's own example can be read", () => {
    const { draft } = exampleOf(type);
    const line = writeRecord(draft) ?? "";
    const again = readLine(line);
    expect(again).toMatchObject({ type, content: draft.content });
    expect(again && typeof again === "object" && sameRecord(again, draft)).toBe(true);
    const [, data = ""] = /: (.+)$/.exec(file.example) ?? [];
    expect(readLine(`_a._b ${type} ${data}`)).toMatchObject({ type });
    expect(readLine(`_a._b ${type}`)).toBe(file.example);
  });

  test("a record says the same whether the provider sends its parts along or not", () => {
    const { draft } = exampleOf(type);
    const { data, ...bare } = draft;
    expect(Object.keys(data ?? {}).sort()).toEqual(Object.keys(parts ?? {}).sort());
    expect(sameRecord(draft, bare)).toBe(true);
    expect(canonicalContent(draft)).toBe(canonicalContent(bare));
  });

  test("points to a name exactly where its main field holds one", () => {
    const { draft, typed } = exampleOf(type);
    if (about.target) expect(about.target(draft)).toBe(typed[mainField]);
    else expect(about.targetRole).toBeUndefined();
  });
});
