import { type Reading, read, wrong } from "../reading.ts";
import { isTypeWord, typeName } from "./record-types.ts";
import type { Word, ZoneLine } from "./zone-lines.ts";
import { zoneTtl } from "./zone-ttl.ts";

/** The parts of a record in a zone file. Without an owner it has that of the record above; the TTL is in seconds. */
export type RecordLine = { owner?: string; ttl?: number; class: string; type: string; data: Word[] };

/** RFC 1035, section 3.2.4; RFC 3597, section 5. */
const CLASS = /^(?:IN|CS|CH|CHAOS|HS|HESIOD|CLASS\d{1,5})$/;
/** When Windows keeps a record's age, it writes it in front of the TTL. */
const AGE = /^\[AGE:\d+\]$/i;

/**
 * Tells the parts of an entry of a zone file from one another: the owner at the very beginning of the line, the TTL and the
 * class in either order or left out, the type, and what comes after. Source: RFC 1035, section 5.1.
 */
export function readRecordLine({ words, isIndented }: Pick<ZoneLine, "words" | "isIndented">): Reading<RecordLine> {
  const hasOwner = !isIndented || isOwnerAllTheSame(words);
  const rest = hasOwner ? words.slice(1) : words;
  const parts: Omit<RecordLine, "data"> = { class: "", type: "" };
  const [first] = words;
  if (hasOwner && first) parts.owner = first.raw;
  for (const [index, word] of rest.entries()) {
    const text = signOf(word);
    const ttl = zoneTtl(text);
    if (AGE.test(text)) continue;
    if (ttl !== undefined && parts.ttl === undefined) parts.ttl = ttl;
    else if (CLASS.test(text) && parts.class === "") parts.class = text === "CLASS1" ? "IN" : text;
    else if (isTypeWord(text))
      return read({ ...parts, class: parts.class || "IN", type: typeName(text), data: rest.slice(index + 1) });
    else return wrong(`“${word.raw}” is not a type of record that we know, such as A, CNAME, MX or TXT.`);
  }
  return wrong("There is no type of record on this line, such as A, CNAME, MX or TXT.");
}

/** In a file that was pasted with space in front of every line, the first word is still the name. */
function isOwnerAllTheSame([first, ...rest]: Word[]): boolean {
  if (!first) return false;
  const [second = "", ...others] = rest.map(signOf);
  // A name like that of a type, such as mx; a number in front of the class is the TTL, as RFC 1035 has it.
  if (zoneTtl(signOf(first)) === undefined && second === "IN" && others.slice(0, 2).some(isTypeWord)) return true;
  return !isSign(signOf(first)) && isSign(second);
}

function isSign(text: string): boolean {
  return zoneTtl(text) !== undefined || CLASS.test(text) || AGE.test(text) || isTypeWord(text);
}

/** A quoted word is never a sign. */
function signOf({ raw, isQuoted }: Word): string {
  return isQuoted ? "" : raw.toUpperCase();
}
