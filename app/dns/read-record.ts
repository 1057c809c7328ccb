import { cleanLine } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, unwrapInto, valid } from "#app/platform/text/parsed.ts";
import { ownWebsiteProblem } from "./own-website.ts";
import { AUTO_TTL, type RecordDraft } from "./record.ts";
import { toFullName } from "./record-name.ts";
import { type FieldName, OTHER } from "./record-values.ts";
import { readTtl } from "./ttl.ts";
import { typeOf } from "./types.ts";

/** What is wrong with one field, as a message for the user. */
export type Problem = { field: FieldName; message: string };

/** The texts of a submitted form. */
export type TypedRecord = { [Field in FieldName]?: string | undefined };

const MAX_COMMENT = 100;
const ON = ["on", "true", "1"];

/**
 * Reads the form of a record. Returns the record, or a message for each invalid field. Ignores fields that the type
 * does not have. Source: docs/product/dns.md, "DNS records".
 */
export function readRecord(
  typed: TypedRecord,
  zone: string,
): { ok: true; draft: RecordDraft } | { ok: false; problems: Problem[] } {
  const about = typeOf(typed.type?.trim().toUpperCase() ?? "");
  if (!about) return { ok: false, problems: [{ field: "type", message: "Choose a type from the list." }] };

  const problems: Problem[] = [];
  const unwrap = unwrapInto(problems);
  const whole = toFullName(typed.name ?? "", zone);
  const name = unwrap("name", (whole.ok && about.readName?.(whole.value)) || whole, "");
  const own = ownWebsiteProblem(about.type, typed.content);
  if (own !== undefined) return { ok: false, problems: [{ field: "content", message: own }] };
  const contents = about.fromForm(typed, unwrap, { name, zone });
  const isTyped = typed.ttl === OTHER || (typed.otherTtl ?? "").trim() !== "";
  const ttl = isTyped
    ? unwrap("otherTtl", readTtl(typed.otherTtl), AUTO_TTL)
    : unwrap("ttl", readTtl(typed.ttl), AUTO_TTL);
  const proxied = about.isProxiable === true && ON.includes(typed.proxied ?? "");
  const comment = unwrap("comment", readComment(typed.comment), undefined);
  if (problems.length > 0) return { ok: false, problems };
  const draft = { type: about.type, name, ...contents, ttl: proxied ? AUTO_TTL : ttl, proxied };
  return { ok: true, draft: comment === undefined ? draft : { ...draft, comment } };
}

/** Returns a typed comment on one line; undefined for an empty one. Cloudflare, "Record attributes": 100 characters. */
function readComment(typed = ""): Parsed<string | undefined> {
  const text = cleanLine(typed.replace(/\s+/g, " "));
  if (text.length > MAX_COMMENT) return invalid(`The note is too long: at most ${MAX_COMMENT} characters.`);
  return valid(text === "" ? undefined : text);
}

/** Returns the field that messages about a type's content belong to. */
export function contentField(type: string): FieldName {
  return typeOf(type)?.mainField ?? "content";
}
