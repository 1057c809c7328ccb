import type { DnsRecord, RecordDraft } from "./record.ts";

/** One change of a zone: added (nothing before), changed in place, or removed (nothing after). */
export type Change =
  | { before: null; after: RecordDraft }
  | { before: DnsRecord; after: RecordDraft }
  | { before: DnsRecord; after: null };

/**
 * What a plan leaves as it is, and why: a line of a file that is there already ("same"), or that we don't take ("skipped").
 * Or, "noted", what was taken in another way than it stands there.
 */
export const ASIDE_KINDS = ["same", "skipped", "noted"] as const;
export type Aside = { kind: (typeof ASIDE_KINDS)[number]; text: string; reason: string };

/** What several changes at once are made for. */
export const PLAN_KINDS = ["import", "mail", "website", "selection", "restore", "undo"] as const;
type PlanKind = (typeof PLAN_KINDS)[number];

/** Changes that are shown before they are made. `title` says in a few words what they are: "Import of a zone file". */
export type Plan = { kind: PlanKind; title: string; changes: Change[]; asides: Aside[] };
