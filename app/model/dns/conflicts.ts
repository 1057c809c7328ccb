import type { Aside, Change } from "./change.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { recordConflicts } from "./record-conflicts.ts";
import { canonicalName } from "./record-name.ts";
import { recordWords } from "./record-words.ts";

/**
 * Takes changes as `difference` gives them apart into those that can be made and those that the zone, as it will be then,
 * stands against; of two that are against each other the first is made. Takes the records as they are and the zone's name.
 * Looks only at the records of the same name, so that a thousand changes take a thousand short looks.
 * Source: docs/product.md, "DNS records".
 */
export function withoutConflicts(
  is: readonly DnsRecord[],
  changes: readonly Change[],
  zone: string,
): { changes: Change[]; asides: Aside[] } {
  const leaving = new Set(changes.flatMap(({ before }) => before?.id ?? []));
  const then = new Map<string, DnsRecord[]>();
  const add = (record: DnsRecord) => {
    const name = canonicalName(record.name);
    const there = then.get(name);
    if (there) there.push(record);
    else then.set(name, [record]);
  };
  for (const record of is) if (!leaving.has(record.id)) add(record);

  const asides: Aside[] = [];
  const possible = changes.filter(({ before, after }) => {
    if (after === null) return true;
    const [refusal] = recordConflicts(after, then.get(canonicalName(after.name)) ?? [], zone);
    if (!refusal) {
      add({ id: before?.id ?? "", ...after });
      return true;
    }
    if (before) add(before);
    asides.push(skippedNote(after, refusal.message, zone));
    return false;
  });
  return { changes: possible, asides };
}

/** A record that is left out of a plan, and why. */
export function skippedNote(record: RecordDraft, reason: string, zone: string): Aside {
  return { kind: "skipped", text: recordWords(record, zone), reason };
}
