import type { FieldName } from "./record-values.ts";
import { MAX_TTL, MIN_TTL } from "./ttl.ts";
import { A } from "./types/a.ts";
import { type TypeField, textField } from "./types/type-field.ts";
import { isProxiable, TYPES, typeOf } from "./types.ts";

export type RecordField = TypeField<FieldName>;

/** What each type is for, in the words of a list to choose from. */
export const TYPE_WORDS: Record<string, string> = Object.fromEntries(TYPES.map(({ type, words }) => [type, words]));

const NAME: RecordField = {
  ...textField("name", "Name", "What comes in front of the domain. @ or nothing means the domain itself.", "www"),
  isRequired: false,
};
const TTL: RecordField = {
  ...textField("ttl", "Keep for (TTL)", "How long others may remember the answer.", "3600"),
  min: MIN_TTL,
  max: MAX_TTL,
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
  ...textField("comment", "Note", "For you and your people: what it is for. Nobody else sees it.", "New shop"),
  isRequired: false,
};

/** The fields of a type's form, in order, without the type itself; those of A for a type that is none of ours. */
export function fieldsOfType(type: string): readonly RecordField[] {
  const { type: known, nameField, fields } = typeOf(type) ?? A;
  return [{ ...NAME, ...nameField }, ...fields, TTL, ...(isProxiable(known) ? [PROXY] : []), COMMENT];
}
