import { RARE_TYPES } from "./rare-types.ts";
import type { RecordDraft } from "./record.ts";
import { A } from "./types/a.ts";
import { AAAA } from "./types/aaaa.ts";
import { CAA } from "./types/caa.ts";
import { CNAME } from "./types/cname.ts";
import { MX } from "./types/mx.ts";
import { NS } from "./types/ns.ts";
import type { RecordType } from "./types/record-type.ts";
import { SRV } from "./types/srv.ts";
import { TXT } from "./types/txt.ts";

/** The types that customers may add and change, in the order of the list. Records of other types are only shown. */
const SUPPORTED = [...[A, AAAA, CNAME, MX, TXT, NS, SRV, CAA], ...RARE_TYPES];

/** The fields that types have in addition to those of every record. */
export type OwnField = (typeof SUPPORTED)[number]["fields"][number]["field"];

export const TYPES: RecordType<OwnField>[] = SUPPORTED;

/** What a form needs of a type: only data, so that a page can carry it to the browser. */
export type FormType = Pick<
  RecordType<OwnField>,
  "type" | "label" | "fields" | "mainField" | "nameField" | "defaults" | "says"
>;

/**
 * Serializes the rare types for a page with a record form. A JSON string compresses better than objects in the loader's data.
 */
export function packRareTypes(): string {
  const types: FormType[] = RARE_TYPES.map(({ type, label, fields, mainField, nameField, defaults, says }) => ({
    ...{ type, label, mainField, defaults, says },
    // Only the server needs the limits of numbers.
    fields: fields.map(({ max: _, ...field }) => field),
    ...(nameField && { nameField }),
  }));
  return JSON.stringify(types);
}

/**
 * Adds the types of `packRareTypes` to TYPES. A browser has no rare types before (`rare-types.ts`); on the server all types are
 * known.
 */
export function learnTypes(packed: string): void {
  // These objects have only `FormType`'s members, without functions; a browser needs no others.
  for (const one of JSON.parse(packed)) if (!isRecordType(one.type)) TYPES.push(one);
}

export const RECORD_TYPES: readonly string[] = TYPES.map(({ type }) => type);

/** Returns the definition of a type; undefined if it is not supported. */
export function typeOf(type: string): RecordType<OwnField> | undefined {
  return TYPES.find((known) => known.type === type);
}

export function isRecordType(type: string): boolean {
  return typeOf(type) !== undefined;
}

/** Whether records of a type can be proxied by the CDN. */
export function isProxiable(type: string): boolean {
  return typeOf(type)?.isProxiable === true;
}

/** Whether a record is proxied by the CDN. False for types that cannot be. */
export function isProxied({ type, proxied }: Pick<RecordDraft, "type" | "proxied">): boolean {
  return proxied && isProxiable(type);
}
