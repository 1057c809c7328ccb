import { z } from "zod";
import { anyText } from "../unsendable.ts";
import { invalid, type Parsed, valid } from "./parsed.ts";
import { AUTO_TTL, type RecordDraft } from "./record.ts";
import { toFullName } from "./record-name.ts";
import { FIELD_NAMES, type FieldName } from "./record-values.ts";
import { readTtl } from "./ttl.ts";
import { MAX_TEXT } from "./txt.ts";
import type { Unwrap } from "./types/record-type.ts";
import { typeOf } from "./types.ts";

/** What is wrong with one field, for whoever typed it. */
export type Problem = { field: FieldName; message: string };

type Typed = { [Field in FieldName]?: string | undefined };

const MAX_COMMENT = 100;
const ON = ["on", "true", "1"];

/**
 * Takes what a form sent for a record of a zone, each field as text or missing, and gives the record, or everything that is
 * wrong with it, by field. Fields that the type does not have are ignored. Source: docs/product.md, "DNS records".
 */
export function readRecord(
  typed: Typed,
  zone: string,
): { ok: true; draft: RecordDraft } | { ok: false; problems: Problem[] } {
  const about = typeOf(typed.type?.trim().toUpperCase() ?? "");
  if (!about) return { ok: false, problems: [{ field: "type", message: "Choose a type from the list." }] };

  const problems: Problem[] = [];
  const unwrap: Unwrap<FieldName> = (field, reading, otherwise) => {
    if (reading.ok) return reading.value;
    problems.push({ field, message: reading.message });
    return otherwise;
  };
  const whole = toFullName(typed.name ?? "", zone);
  const name = unwrap("name", (whole.ok && about.readName?.(whole.value)) || whole, "");
  const contents = about.fromForm(typed, unwrap, { name, zone });
  const isTyped = (typed.otherTtl ?? "").trim() !== "";
  const ttl = isTyped
    ? unwrap("otherTtl", readTtl(typed.otherTtl), AUTO_TTL)
    : unwrap("ttl", readTtl(typed.ttl), AUTO_TTL);
  const proxied = about.isProxiable === true && ON.includes(typed.proxied ?? "");
  const comment = unwrap("comment", readComment(typed.comment), undefined);
  if (problems.length > 0) return { ok: false, problems };
  const draft = { type: about.type, name, ...contents, ttl: proxied ? AUTO_TTL : ttl, proxied };
  return { ok: true, draft: comment === undefined ? draft : { ...draft, comment } };
}

/** Takes a typed note and gives it on one line, undefined for none. Cloudflare, "Record attributes": 100 characters. */
function readComment(typed = ""): Parsed<string | undefined> {
  const text = typed.replace(/\s+/g, " ").trim();
  if (text.length > MAX_COMMENT) return invalid(`The note is too long: at most ${MAX_COMMENT} characters.`);
  return valid(text === "" ? undefined : text);
}

/** The field in which a type's content is typed: where a message about it belongs. */
export function contentField(type: string): FieldName {
  return typeOf(type)?.mainField ?? "content";
}

/** Characters of what may be long: a text with each byte as four, and quotation marks around its pieces; an address. */
export const RECORD_LIMITS = { content: 4 * MAX_TEXT + 100, value: 2048 };

/**
 * The form of a record of the zone with this name: a `RecordDraft`, or messages at the fields. An empty field may be missing,
 * as conform has it. Server only. Source: docs/product.md, "DNS records".
 */
export function recordSchema(zone: string) {
  const fields = z.object(Object.fromEntries(FIELD_NAMES.map((field) => [field, anyText()])));
  return fields.transform((typed, context) => {
    const reading = readRecord(typed, zone);
    if (reading.ok) return reading.draft;
    for (const { field, message } of reading.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
