import type { RecordDraft } from "../record.ts";

/** What was read in another way than it is written, or than other servers would read it. */
const ADJUSTMENTS = ["as-absolute", "as-one-text", "ttl-raised", "ttl-lowered"] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** A record of a file. `says` tells what the file itself says; what it leaves open is a guess in the draft. */
export type FileRecord = {
  kind: "record";
  line: number;
  text: string;
  draft: RecordDraft;
  explicit: { ttl: boolean; proxied: boolean; comment: boolean };
  adjustments: Adjustment[];
};

/**
 * A line of a file that is left out, and why. `isBroken` when it may have been meant as a record of ours, but cannot be one
 * as it is written; `set` is then the type and name of it, as `setOf` has them, where they could be read.
 */
type SkippedLine = {
  kind: "skipped";
  line: number;
  text: string;
  reason: string;
  isBroken: boolean;
  rrset?: string;
};

export type ZoneEntry = FileRecord | SkippedLine;

/** Records of one type at one name: what DNS answers with together. RFC 2181, section 5. */
export function rrsetKey({ type, name }: Pick<RecordDraft, "type" | "name">): string {
  return `${type} ${name}`;
}
