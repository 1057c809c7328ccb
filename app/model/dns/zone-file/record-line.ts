import { invalid, type Parsed, valid } from "../reading.ts";
import { canonicalType, isTypeName } from "./record-types.ts";
import type { Token, ZoneLine } from "./zone-lines.ts";
import { parseTtl } from "./zone-ttl.ts";

/** The parts of a record in a zone file. Without an owner it has that of the record above; the TTL is in seconds. */
export type RecordLine = { owner?: string; ttl?: number; class: string; type: string; rdata: Token[] };

/** RFC 1035, section 3.2.4; RFC 3597, section 5. */
const CLASS = /^(?:IN|CS|CH|CHAOS|HS|HESIOD|CLASS\d{1,5})$/;
/** When Windows keeps a record's age, it writes it in front of the TTL. */
const AGE = /^\[AGE:\d+\]$/i;

/**
 * Tells the parts of an entry of a zone file from one another: the owner at the very beginning of the line, the TTL and the
 * class in either order or left out, the type, and what comes after. Source: RFC 1035, section 5.1.
 */
export function parseRecordLine({ tokens, isIndented }: Pick<ZoneLine, "tokens" | "isIndented">): Parsed<RecordLine> {
  const hasOwner = !isIndented || isOwnerAllTheSame(tokens);
  const rest = hasOwner ? tokens.slice(1) : tokens;
  const parts: Omit<RecordLine, "rdata"> = { class: "", type: "" };
  const [first] = tokens;
  if (hasOwner && first) parts.owner = first.raw;
  for (const [index, word] of rest.entries()) {
    const text = signOf(word);
    const ttl = parseTtl(text);
    if (AGE.test(text)) continue;
    if (ttl !== undefined && parts.ttl === undefined) parts.ttl = ttl;
    else if (CLASS.test(text) && parts.class === "") parts.class = text === "CLASS1" ? "IN" : text;
    else if (isTypeName(text))
      return valid({ ...parts, class: parts.class || "IN", type: canonicalType(text), rdata: rest.slice(index + 1) });
    else return invalid(`“${word.raw}” is not a type of record that we know, such as A, CNAME, MX or TXT.`);
  }
  return invalid("There is no type of record on this line, such as A, CNAME, MX or TXT.");
}

/** In a file that was pasted with space in front of every line, the first word is still the name. */
function isOwnerAllTheSame([first, ...rest]: Token[]): boolean {
  if (!first) return false;
  const [second = "", ...others] = rest.map(signOf);
  // A name like that of a type, such as mx; a number in front of the class is the TTL, as RFC 1035 has it.
  if (parseTtl(signOf(first)) === undefined && second === "IN" && others.slice(0, 2).some(isTypeName)) return true;
  return !isSign(signOf(first)) && isSign(second);
}

function isSign(text: string): boolean {
  return parseTtl(text) !== undefined || CLASS.test(text) || AGE.test(text) || isTypeName(text);
}

/** A quoted word is never a sign. */
function signOf({ raw, isQuoted }: Token): string {
  return isQuoted ? "" : raw.toUpperCase();
}
