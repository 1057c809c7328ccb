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

/**
 * The types a customer may add and change, in the order of the list to choose from. Any other type of a zone is shown, and
 * left alone.
 */
const SUPPORTED = [A, AAAA, CNAME, MX, TXT, NS, SRV, CAA];

/** The fields that types have beside those of every record. */
export type OwnField = (typeof SUPPORTED)[number]["fields"][number]["field"];

export const TYPES: readonly RecordType<OwnField>[] = SUPPORTED;

export const RECORD_TYPES: readonly string[] = TYPES.map(({ type }) => type);

/** What we know of a type; undefined when it is none of ours. */
export function typeOf(type: string): RecordType<OwnField> | undefined {
  return TYPES.find((known) => known.type === type);
}

export function isRecordType(type: string): boolean {
  return typeOf(type) !== undefined;
}

/** Whether the visitors of a type's records may be sent through the CDN. */
export function isProxiable(type: string): boolean {
  return typeOf(type)?.isProxiable === true;
}

/** Whether a record's visitors go through the CDN: what cannot, does not, whatever was asked. */
export function isProxied({ type, proxied }: Pick<RecordDraft, "type" | "proxied">): boolean {
  return proxied && isProxiable(type);
}
