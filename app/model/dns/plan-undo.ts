import type { Aside, Plan } from "./change.ts";
import { skippedNote, withoutConflicts } from "./conflicts.ts";
import type { DnsRecord } from "./record.ts";
import { recordWords } from "./record-words.ts";
import { type ChangedSince, type MadeChange, undoChanges } from "./undo.ts";

type What = Pick<Plan, "kind" | "title"> & { zone: string };

/**
 * The plan that takes changes back. Takes the zone's records as they are and the changes, the latest first. What was
 * changed elsewhere since stands among the asides. Source: docs/product.md, "Changes of a zone".
 */
export function planUndo(is: readonly DnsRecord[], made: readonly MadeChange[], { kind, title, zone }: What): Plan {
  const { changes, disturbed } = undoChanges(is, made);
  const possible = withoutConflicts(is, changes, zone);
  const asides = [...disturbed.map((one) => disturbedAside(one, zone)), ...possible.asides];
  return { kind, title, changes: possible.changes, asides };
}

function disturbedAside({ change: { before, after }, now }: ChangedSince, zone: string): Aside {
  const reason = now
    ? `Changed elsewhere since: it is now ${recordWords(now, zone)}. It stays as it is.`
    : "Deleted elsewhere since. It is not put back.";
  const record = after ?? before;
  return record ? skippedNote(record, reason, zone) : { kind: "skipped", text: "", reason };
}
