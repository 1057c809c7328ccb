import type { DnsRecord, RecordDraft } from "./record.ts";

/**
 * One change of a zone: an added record (`before` is null), a changed record, or a deleted record (`after` is null).
 */
export type Change =
  | { before: null; after: RecordDraft }
  | { before: DnsRecord; after: RecordDraft }
  | { before: DnsRecord; after: null };

/**
 * A note of a plan. "same": the record exists already. "skipped": the line or record is left out. "noted": the value
 * was accepted in another form, or the customer should know a side effect. "stops": what a deletion stops, and why.
 */
export const ASIDE_KINDS = ["same", "skipped", "noted", "stops"] as const;
export type Aside = { kind: (typeof ASIDE_KINDS)[number]; text: string; reason: string };

/** What a plan of several changes is made for. */
export const PLAN_KINDS = ["import", "mail", "website", "selection", "restore", "undo"] as const;
type PlanKind = (typeof PLAN_KINDS)[number];

/**
 * Changes that are shown before they are made. `title` names them in a few words, such as "Import of a zone file".
 * `asides` are the plan's notes.
 */
export type Plan = { kind: PlanKind; title: string; changes: Change[]; asides: Aside[] };
