import { AUTO_TTL, type DnsRecord } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { MAX_TTL, MIN_TTL } from "./ttl.ts";
import { A } from "./types/a.ts";
import { type TypeField, textField } from "./types/fields.ts";
import { isProxiable, type OwnField, TYPES, typeOf } from "./types.ts";

export type FieldName = "type" | "name" | OwnField | "ttl" | "otherTtl" | "proxied" | "comment";

const OWN_FIELDS = new Set(TYPES.flatMap(({ fields }) => fields.map(({ field }): OwnField => field)));

/** Every field that a record's form may have, in the order in which messages are summed up. */
export const FIELD_NAMES: readonly FieldName[] = [
  "type",
  "name",
  ...OWN_FIELDS,
  "ttl",
  "otherTtl",
  "proxied",
  "comment",
];

/** What stands in the form's fields, as forms send it. `proxied` is "on" or nothing. */
export type RecordValues = Record<FieldName, string>;

export const DEFAULT_TTL = 3600;

/** What the form of a new record starts with. Source: docs/product.md, "DNS records". */
export const NEW_RECORD: RecordValues = {
  ...untyped(),
  type: "A",
  ttl: String(DEFAULT_TTL),
  proxied: "on",
};

/**
 * Takes what stands in the form and another type, and gives what stands there then: the priority that the type starts
 * with; what cannot be proxied is not; all else stays as it was typed. Choosing the same type again changes nothing.
 */
export function withType(values: RecordValues, type: string): RecordValues {
  if (values.type === type) return values;
  return {
    ...values,
    type,
    priority: typeOf(type)?.defaults?.priority ?? "",
    proxied: isProxiable(type) ? values.proxied : "",
  };
}

/**
 * Takes what a form sent, where empty fields and those of other types are missing, and gives what stands in the form. A box
 * that was not ticked is missing too, so nothing here is taken from a new record but what fields of other types start with.
 */
export function valuesSent(sent: Record<string, unknown>): RecordValues {
  const values = untyped(sent.type);
  for (const field of FIELD_NAMES) {
    const typed = sent[field];
    if (typeof typed === "string") values[field] = typed;
  }
  return values;
}

/** Takes a record and its zone's name, and gives what its form starts with. Sent back unchanged it is the same record. */
export function valuesOf(record: Omit<DnsRecord, "id">, zone: string): RecordValues {
  const { type, name, content, ttl, proxied, priority = "", comment = "" } = record;
  return {
    ...NEW_RECORD,
    comment,
    type,
    name: toRelativeName(name, zone),
    ttl: String(proxied ? AUTO_TTL : ttl),
    proxied: proxied ? "on" : "",
    priority: String(priority),
    ...(typeOf(type)?.toForm(record) ?? { content }),
  };
}

/**
 * A form in which nothing was typed: its fields hold what their types start with, but for one type's. A priority begins only
 * when its type is chosen, because it means another thing with each.
 */
function untyped(except?: unknown): RecordValues {
  const values: Partial<RecordValues> = Object.fromEntries(FIELD_NAMES.map((field) => [field, ""]));
  for (const { type, defaults } of TYPES) if (type !== except) Object.assign(values, defaults);
  values.priority = "";
  if (!hasEveryField(values)) throw new TypeError("A field of a record's form is missing.");
  return values;
}

function hasEveryField(values: Partial<RecordValues>): values is RecordValues {
  return FIELD_NAMES.every((field) => values[field] !== undefined);
}

export type RecordField = TypeField<FieldName>;

/** What each type is for, in the words of a list to choose from. */
export const TYPE_WORDS: Record<string, string> = Object.fromEntries(TYPES.map(({ type, label }) => [type, label]));

const NAME: RecordField = {
  ...textField("name", "Name", "@ means the domain itself.", "www"),
  isRequired: false,
};
const TTL: RecordField = {
  ...textField("ttl", "Keep for (TTL)", "How long others keep it.", "3600"),
  min: MIN_TTL,
  max: MAX_TTL,
};
/** What is typed here is meant, whatever is chosen beside it. */
const OTHER_TTL: RecordField = {
  ...textField("otherTtl", "Or type it", "Seconds, or 15 min, 2 hours.", "2 hours"),
  isRequired: false,
};
const PROXY: RecordField = {
  ...textField(
    "proxied",
    "Send visitors through the CDN",
    "Faster, and hides the server's address. For websites only. TTL becomes Auto.",
    "",
  ),
  isRequired: false,
};
const COMMENT: RecordField = {
  ...textField("comment", "Note", "What it is for. Only you and your people see it.", "New shop"),
  isRequired: false,
};

/** The fields of a type's form, in order, without the type itself; those of A for a type that is none of ours. */
export function fieldsOfType(type: string): readonly RecordField[] {
  const { type: known, nameField, fields } = typeOf(type) ?? A;
  return [{ ...NAME, ...nameField }, ...fields, TTL, OTHER_TTL, ...(isProxiable(known) ? [PROXY] : []), COMMENT];
}
