import { toDisplayName } from "#app/domains/display-name.ts";
import type { RecordDraft } from "./record.ts";
import { toFullName, toRelativeName } from "./record-name.ts";
import type { RecordValues } from "./record-values.ts";
import { open, plain, type SentencePart, shortened, strong } from "./sentence-part.ts";
import { type FormType, typeOf } from "./types.ts";

type Content = Pick<RecordDraft, "type" | "content">;

/** Returns a record in one line for messages: "A record www: 41.90.64.12". */
export function recordWords(record: RecordDraft, zone: string): string {
  const relative = toRelativeName(record.name, zone);
  return `${record.type} record ${relative === "@" ? zone : relative}: ${contentWords(record)}`;
}

/** Returns a record's content for people, at most 60 characters. */
export function contentWords(record: Content): string {
  return shortened(shownContent(record));
}

/** Returns a record's content for people: texts without quotation marks. */
export function shownContent({ type, content }: Content): string {
  return typeOf(type)?.toText?.(content) ?? content;
}

/**
 * Returns a sentence that says what the record in a form will do, in parts to be joined. Reads the values as the form
 * does, and never fails. A missing or invalid value gives the sentence that asks for it, an unsupported type a generic one.
 * Source: docs/product/dns.md, "DNS records".
 */
export function recordSentence(values: RecordValues, zone: string): SentencePart[] {
  const full = toFullName(values.name, zone);
  const name = full.ok
    ? strong(toDisplayName(full.value))
    : open("Correct the name above to see what this record will do.");
  const parts = meaningOf(values, zone, name);
  const missing = parts.find(({ kind }) => kind === "open");
  return missing ? [missing] : [...parts, plain(".")];
}

function meaningOf(values: RecordValues, zone: string, name: SentencePart): SentencePart[] {
  const about = typeOf(values.type);
  if (!about) return [name, plain(" will have a record of the type "), strong(values.type)];
  const isThroughCdn = about.isProxiable && values.proxied === "on";
  return [
    ...(about.sentence?.(values, name, zone) ?? filledIn(about, values, name)),
    ...(isThroughCdn ? [plain(", and visitors go through the CDN")] : []),
  ];
}

/** Fills the sentence of a rare type in with the values as they are typed. */
function filledIn({ fields, says = "" }: FormType, values: RecordValues, name: SentencePart): SentencePart[] {
  return says.split(/[{}]/).map((text, index) => {
    if (index % 2 === 0) return plain(text);
    const about = fields.find(({ field }) => field === text);
    if (!about) return name;
    const value = shortened(values[about.field].trim());
    return value === ""
      ? open(`Type the ${about.label.toLowerCase()} above to see what this record will do.`)
      : strong(value);
  });
}
