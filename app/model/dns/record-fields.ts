import type { FieldName } from "./record-values.ts";
import { MAX_TTL, MIN_TTL } from "./ttl.ts";
import { A } from "./types/a.ts";
import { type TypeField, textField } from "./types/type-field.ts";
import { isProxiable, TYPES, typeOf } from "./types.ts";

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
