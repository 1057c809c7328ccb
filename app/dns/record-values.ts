import { AUTO_TTL, type DnsRecord } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { MAX_TTL, MIN_TTL } from "./ttl.ts";
import { A } from "./types/a.ts";
import { type TypeField, textField } from "./types/fields.ts";
import { isProxiable, type OwnField, TYPES, typeOf } from "./types.ts";

export type FieldName = "type" | "name" | OwnField | "ttl" | "otherTtl" | "proxied" | "comment";

/** Returns all fields that record forms may have, in the order of the error summary. */
export function fieldNames(): readonly FieldName[] {
  const own = new Set(TYPES.flatMap(({ fields }) => fields.map(({ field }): OwnField => field)));
  return ["type", "name", ...own, "ttl", "otherTtl", "proxied", "comment"];
}

/**
 * The values of a record's form as browsers send them. `proxied` is "on" or empty; in the form of a new record it may
 * also be "auto", which the server decides, or "off".
 */
export type RecordValues = Record<FieldName, string>;

export const DEFAULT_TTL = 3600;

/** The choice of the CDN that the server makes from the record: `cdnDefault`. */
export const AUTOMATIC = "auto";

/** The choices of the CDN in the form of a new record. The first is the default. */
export const CDN_CHOICES = [
  { value: AUTOMATIC, label: "Automatic" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
] as const;

/** The initial values of the form of a new record. Source: docs/product/dns.md, "DNS records". */
export const NEW_RECORD: RecordValues = {
  ...untyped(),
  type: "A",
  ttl: String(DEFAULT_TTL),
  proxied: AUTOMATIC,
};

/**
 * Returns the form's values after the user chose another type. The priority becomes that type's default, the proxy is
 * unticked if the type cannot be proxied, and all other values stay. Choosing the same type again changes nothing.
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
 * Returns the form's values from a submission, in which empty fields and fields of other types are missing. An unticked
 * box is missing too, so only fields of other types get their defaults.
 */
export function valuesSent(sent: Record<string, unknown>): RecordValues {
  const values = untyped(sent.type);
  for (const field of fieldNames()) {
    const typed = sent[field];
    if (typeof typed === "string") values[field] = typed;
  }
  return values;
}

/** Returns the form's values for a record. Submitted unchanged, they give the same record. */
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
 * Returns the values of an empty form: each field has the default of its type, except the fields of the type `except`.
 * The priority stays empty, because its meaning depends on the type.
 */
function untyped(except?: unknown): RecordValues {
  const values = Object.fromEntries(fieldNames().map((field) => [field, ""])) as RecordValues;
  for (const { type, defaults } of TYPES) if (type !== except) Object.assign(values, defaults);
  values.priority = "";
  return values;
}

export type RecordField = TypeField<FieldName>;

/** The label of each type in the list to choose from. */
export const TYPE_WORDS: Record<string, string> = Object.fromEntries(TYPES.map(({ type, label }) => [type, label]));

const NAME: RecordField = {
  ...textField("name", "Name", "@ means the domain itself.", "www"),
  isRequired: false,
};
const TTL: RecordField = {
  ...textField("ttl", "Keep for (TTL)", "How long the old value may still be seen.", "3600"),
  min: MIN_TTL,
  max: MAX_TTL,
};
/** The choice of TTL that shows the field for any other time. */
export const OTHER = "other";
/** A value here overrides the choice beside it. */
const OTHER_TTL: RecordField = {
  ...textField("otherTtl", "Another time", "Seconds, or 15 min, 2 hours.", "2 hours"),
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
  ...textField("comment", "Your note", "A note for yourself. Visitors never see it.", "New shop"),
  isRequired: false,
};

/** Returns the fields of a type's form in order, without the type itself. An unsupported type gets those of A. */
export function fieldsOfType(type: string): readonly RecordField[] {
  const { type: known, nameField, fields } = typeOf(type) ?? A;
  return [{ ...NAME, ...nameField }, ...fields, TTL, OTHER_TTL, ...(isProxiable(known) ? [PROXY] : []), COMMENT];
}
