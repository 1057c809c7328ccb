import type { Parsed, Unwrap } from "#app/platform/text/parsed.ts";
import type { RecordDraft, RecordParts } from "../record.ts";
import type { SentencePart } from "../sentence-part.ts";
import type { Token } from "../zone-file/tokenize.ts";
import type { TypeField } from "./fields.ts";

/** The submitted fields of a type, each a text or missing. */
type Typed<Field extends string> = { [Name in Field]?: string | undefined };

/** The part of a record that depends on its type. */
export type Contents = Pick<RecordDraft, "content" | "priority" | "data">;

/** The form fields for a value of a zone file. `asOneText`: several unquoted words were joined into one text. */
type FileValue<Field extends string> = { typed: Typed<Field>; asOneText?: boolean };

/**
 * The definition of a record type. `Field` are the names of its own form fields. Optional members have a default that
 * suits most types. A type is supported when the list in `../types.ts` has it.
 */
export type RecordType<Field extends string> = {
  /** The DNS mnemonic: "MX". */
  type: string;
  /** The type's number: IANA, "DNS Parameters". */
  code: number;
  /** The label in the list to choose from. */
  label: string;
  /** Records of this type can be proxied by the CDN. */
  isProxiable?: true;

  /** The type's own form fields in order. */
  fields: readonly TypeField<Field>[];
  /** The field that messages about the whole value belong to. If the type has a target, this field holds it. */
  mainField: Field;
  /** The hint and example of the name field for this type. */
  nameField?: { hint: string; example: string };
  /** Initial values of its fields in the form of a new record. */
  defaults?: Typed<Field>;

  /** Validates the absolute name of a record, if the type restricts names. */
  readName?(name: string): Parsed<string>;
  /** Reads the form fields. `name` is the record's absolute name, "" if it is invalid. */
  fromForm(typed: Typed<Field>, unwrap: Unwrap<Field>, about: { name: string; zone: string }): Contents;
  /** Returns the form fields of a record. The inverse of `fromForm`. */
  toForm(record: Contents): { [Name in Field]?: string };
  /**
   * Says what a record will do, without the full stop. `name` is the record's name. Reads the values as `fromForm`
   * does. A rare type has `says` instead.
   */
  sentence?(values: Record<Field, string>, name: SentencePart, zone: string): SentencePart[];
  /** The sentence with `{name}` and the names of fields in braces, whose values it repeats as they are typed. */
  says?: string | undefined;
  /** Returns the content for people, if it differs from the provider's. */
  toText?(content: string): string;

  /** Returns the content for comparing, never for sending. The default is the trimmed content. */
  canonical?(record: Contents): string;
  /** Returns the priority, if it is part of the record's identity. */
  priority?(record: Contents): number | undefined;
  /** Returns the absolute target for comparing; "." for none. */
  target?(record: Contents): string;
  /** What the target is called, if it must be a host with addresses of its own and no CNAME: "mail server". */
  targetRole?: string;
  /** Returns messages about valid but unusual values; false for those that do not apply. */
  warnings?(record: Contents): (string | false)[];

  /** The structured data that the provider uses in place of the content (Cloudflare API, "DNS Records for a Zone"). */
  parts?: PartKinds;

  file: {
    /** The fields after the type in a zone file, in order, and a sentence with an example. */
    fields: readonly Field[];
    example: string;
    /** The field that holds a name, which is relative to the origin without a final dot. The default is that of the target. */
    name?: Field;
    /** Fields that are character strings, quoted where necessary. */
    texts?: readonly Field[];
    /** Reads the tokens after the type; needed if there is not exactly one token for each field. */
    read?(words: readonly Token[]): Parsed<FileValue<Field>>;
    /** Reads a value in wire format (RFC 3597, section 5). Returns undefined for invalid bytes. */
    readBytes?(bytes: readonly number[]): Typed<Field> | undefined;
    /**
     * Returns the text after the type, with a final dot after each absolute name. Undefined if a zone file cannot
     * express it.
     */
    write(record: Contents): string | undefined;
  };
};

/** The names and kinds of a type's structured data. */
export type PartKinds = Readonly<Record<string, "number" | "string">>;

export type PartsOf<Kinds extends PartKinds> = {
  [Part in keyof Kinds]: Kinds[Part] extends "number" ? number : string;
};

/** Whether a record has a type's structured data. */
export function hasParts<Kinds extends PartKinds>(
  data: RecordParts | undefined,
  kinds: Kinds,
): data is RecordParts & PartsOf<Kinds> {
  return data !== undefined && Object.entries(kinds).every(([part, kind]) => typeof data[part] === kind);
}
