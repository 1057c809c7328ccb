import { cleanLine } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { isTextLine, pastedText } from "./pasted-text.ts";
import { type Problem, readRecord, type TypedRecord } from "./read-record.ts";
import { isWithin, toFullName } from "./record-name.ts";
import type { FieldName } from "./record-values.ts";
import type { RecordType } from "./types/record-type.ts";
import { type OwnField, typeOf } from "./types.ts";
import { readWords } from "./zone-file/rdata.ts";
import { canonicalType, parseRecordLine } from "./zone-file/record-line.ts";
import { type Token, tokenize } from "./zone-file/tokenize.ts";

type Reading = ReturnType<typeof readRecord>;

/**
 * Reads the form of a record as `readRecord` does. If something is wrong and one field has a whole value or a whole line of a
 * zone file, as people paste it, that is split into the fields. What cannot be split is explained at its field. Source:
 * docs/product/dns.md, "DNS records".
 */
export function readTypedRecord(given: TypedRecord, zone: string): Reading {
  const about = typeOf(given.type?.trim().toUpperCase() ?? "");
  const typed =
    about?.type === "TXT" ? { ...given, content: pastedText(given.content, isSureName(given.name, zone)) } : given;
  const reading = readRecord(typed, zone);
  const mayBeWhole = !reading.ok || (about?.type === "TXT" && isTextLine(typed.content));
  if (!about || !mayBeWhole) return reading;
  const pasted = ["name" as const, ...about.fields.map(({ field }) => field)];
  for (const field of pasted) {
    const split = splitInto(about, typed, field, zone);
    if (!split) continue;
    const again = split.ok ? readRecord(split.value, zone) : split;
    if ("draft" in again) return again;
    const messages = "problems" in again ? again.problems.map(({ message }) => message) : [again.message];
    return { ok: false, problems: [{ field, message: [...new Set(messages)].join(" ") }] };
  }
  if (reading.ok) return reading;
  return { ok: false, problems: reading.problems.map((problem) => withHint(about, problem, typed[problem.field])) };
}

/**
 * Returns the form's values after the text of a field was split; a message if the text belongs to another record. Undefined if
 * it is no whole value.
 */
function splitInto(
  about: RecordType<OwnField>,
  typed: TypedRecord,
  field: FieldName,
  zone: string,
): Parsed<TypedRecord> | undefined {
  const text = cleanLine(typed[field] ?? "");
  const [entry, ...more] = /\s/.test(text) ? tokenize(text) : [];
  if (!entry || entry.problem !== undefined || more.length > 0) return undefined;
  const line = parseRecordLine({ tokens: entry.tokens, indent: 1 });
  if (line.ok && line.value.rdata.length > 0) {
    const { owner = "", ttl, type, rdata } = line.value;
    if (canonicalType(type) !== about.type)
      return invalid(`That is a whole ${type} record. Choose the type ${type}, or type only what belongs here.`);
    const own = readOwn(about, rdata);
    if (!own) return invalid(about.file.example);
    // The line gives the name if it was pasted into the name field, or if that field is empty.
    const name = field === "name" || (typed.name ?? "").trim() === "" ? owner : (typed.name ?? "");
    if (owner !== "" && !isSameName(owner, name, zone))
      return invalid(`That line is for the name ${owner}, and the name field says ${name}. Make both the same.`);
    return valid({ ...typed, ...own, name, ...(ttl !== undefined && { ttl: String(ttl), otherTtl: "" }) });
  }
  if (field === "name" || about.fields.length === 1) return undefined;
  const own = readOwn(about, withComment(about, entry.tokens, entry.comment));
  return own && hasNumbers(about, own) ? valid({ ...typed, ...own }) : undefined;
}

function readOwn(about: RecordType<OwnField>, words: readonly Token[]): TypedRecord | undefined {
  const read = readWords(about.file, words);
  return read.ok ? read.value.typed : undefined;
}

/** What comes after a semicolon belongs to a text that is the last of several values: `0 issue letsencrypt.org; a=b`. */
function withComment({ file }: RecordType<OwnField>, words: readonly Token[], comment?: string): readonly Token[] {
  const { fields, texts = [] } = file;
  if (comment === undefined || !texts.some((field) => field === fields.at(-1))) return words;
  const [last, before] = words.length < fields.length ? ["", words] : [words.at(-1)?.raw ?? "", words.slice(0, -1)];
  return [...before, { raw: `${last};${comment}`, isQuoted: true }];
}

/** Whether every number field got a number: then the text is surely a whole value. */
function hasNumbers({ fields }: RecordType<OwnField>, own: TypedRecord): boolean {
  return fields.every(({ field, min }) => min === undefined || /^\d+$/.test(own[field] ?? ""));
}

/** Returns a function that says whether a word is surely a name: the domain, a whole name in it, or the record's own name. */
function isSureName(own = "", zone: string): (word: string) => boolean {
  const name = toFullName(own, zone);
  return (word) => {
    const whole = toFullName(word, zone);
    if (word === "" || !whole.ok) return false;
    const isWhole = isWithin(word.toLowerCase().replace(/\.$/, ""), zone);
    return word === "@" || isWhole || (name.ok && name.value === whole.value);
  };
}

function isSameName(one: string, other: string, zone: string): boolean {
  const [first, second] = [toFullName(one, zone), toFullName(other, zone)];
  return !first.ok || !second.ok || first.value === second.value;
}

/** Says beside a message about several words that the whole value may be pasted. */
function withHint({ fields, file }: RecordType<OwnField>, problem: Problem, text = ""): Problem {
  const isOwn = fields.some(({ field }) => field === problem.field);
  if (!isOwn || fields.length === 1 || !/\S\s\S/.test(text)) return problem;
  const example = file.example.slice(file.example.indexOf(": ") + 2);
  return { ...problem, message: `${problem.message} The whole value may be pasted too: ${example}` };
}
