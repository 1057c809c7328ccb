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
const SUPPORTED = [A, AAAA, CNAME, MX, TXT, NS, SRV, CAA];

/** The fields that types have in addition to those of every record. */
export type OwnField = (typeof SUPPORTED)[number]["fields"][number]["field"];

export const TYPES: readonly RecordType<OwnField>[] = SUPPORTED;

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
