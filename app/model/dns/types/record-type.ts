import type { Parsed } from "../parsed.ts";
import type { RecordDraft, RecordParts } from "../record.ts";
import type { SentencePart } from "../sentence-part.ts";
import type { Token } from "../zone-file/tokenize.ts";
import type { TypeField } from "./fields.ts";

/** What a form sent for the fields of a type, each as text or missing. */
type Typed<Field extends string> = { [Name in Field]?: string | undefined };

/** Gives what was read from a field. What could not be is noted as a problem of the field, and stands as `otherwise`. */
export type Unwrap<Field extends string> = <Value>(field: Field, reading: Parsed<Value>, otherwise: Value) => Value;

/** What a record of the type holds, beyond what every record has. */
export type Contents = Pick<RecordDraft, "content" | "priority" | "data">;

/** A value as a file writes it, for the fields of a form; `asOneText` where several words were read as one. */
type FileValue<Field extends string> = { typed: Typed<Field>; asOneText?: boolean };

/**
 * Everything that the site knows of one record type; `Field` are the names of the fields that its form has beside those of
 * every record. What is left out is so for most types. A type is in use when the list in `../types.ts` has it.
 */
export type RecordType<Field extends string> = {
  /** As DNS calls it: "MX". */
  type: string;
  /** Its number: IANA, "DNS Parameters". */
  code: number;
  /** What it is for, in the words of a list to choose from. */
  label: string;
  /** Its visitors may be sent through the CDN. */
  isProxiable?: true;

  /** Its own fields, in the order of the form. */
  fields: readonly TypeField<Field>[];
  /** The field where a message about the whole value belongs. Where the type points to a name, it is typed there. */
  mainField: Field;
  /** What the field of the name says with this type. */
  nameField?: { hint: string; example: string };
  /** What its fields hold in the form of a new record. */
  defaults?: Typed<Field>;

  /** Takes a record's whole name and gives it, where not every name will do. */
  readName?(name: string): Parsed<string>;
  /** Takes what was typed, with the record's whole name ("" if that cannot be read), and gives what the record holds. */
  fromForm(typed: Typed<Field>, unwrap: Unwrap<Field>, about: { name: string; zone: string }): Contents;
  /** What its fields show of a record: the inverse of `read`. */
  toForm(record: Contents): { [Name in Field]?: string };
  /** What a record will do, without the full stop. `name` is that of the record. It reads what is typed as `read` does. */
  sentence(values: Record<Field, string>, name: SentencePart, zone: string): SentencePart[];
  /** A content as people read it, where that is not as the provider has it. */
  toText?(content: string): string;

  /** The content in a form for comparing, never for sending; without it, the content without space around it. */
  canonical?(record: Contents): string;
  /** The priority, where a record's own is part of what it says. */
  priority?(record: Contents): number | undefined;
  /** The name that it points to, for comparing; "." for none. */
  target?(record: Contents): string;
  /** What must be at that name, with an address of its own: "mail server". */
  targetRole?: string;
  /** What is legal and may not be what was meant; false for what is not the case. */
  warnings?(record: Contents): (string | false)[];

  /** What the provider takes and gives in place of the content, by name (Cloudflare API, "DNS Records for a Zone"). */
  parts?: PartKinds;
  /** What public resolvers' spelling of it means, where that is not the provider's. */
  fromResolver?(data: string): Contents;

  file: {
    /** What comes after the type in a line of a zone file, in order, and a sentence that shows it. */
    fields: readonly Field[];
    example: string;
    /** Those of the fields that are texts, with quotation marks around them where they need them. */
    texts?: readonly Field[];
    /** Reads the words after the type, where it is not one for each field. */
    read?(words: readonly Token[]): Parsed<FileValue<Field>>;
    /** The fields of a value that is given by its bytes (RFC 3597, section 5); undefined for bytes that are none. */
    readBytes?(bytes: readonly number[]): Typed<Field> | undefined;
    /** What is written after the type, with a full stop after each whole name; undefined for what no zone file can say. */
    write(record: Contents): string | undefined;
  };
};

/** What a type's record has in place of its content, by name. */
export type PartKinds = Readonly<Record<string, "number" | "string">>;

export type PartsOf<Kinds extends PartKinds> = {
  [Part in keyof Kinds]: Kinds[Part] extends "number" ? number : string;
};

/** Whether a record's parts are those of a type. */
export function hasParts<Kinds extends PartKinds>(
  data: RecordParts | undefined,
  kinds: Kinds,
): data is RecordParts & PartsOf<Kinds> {
  return data !== undefined && Object.entries(kinds).every(([part, kind]) => typeof data[part] === kind);
}
