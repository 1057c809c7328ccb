import type { DnsRecord, RecordDraft } from "./record.ts";
import { atSameName } from "./zone-records.ts";

/** Returns warnings about a record of a rare type that depend on its name or on the other records of the zone. */
export function rareTypeWarnings(draft: RecordDraft, others: readonly DnsRecord[]): string[] {
  const { type, name } = draft;
  const has = (types: readonly string[]) => atSameName(draft, others).some((other) => types.includes(other.type));
  switch (type) {
    case "DS":
      // RFC 4035, section 2.4.
      return has(["NS"])
        ? []
        : [
            `${name} has no name servers of its own here. Add its NS records first: without them nobody reads this record.`,
          ];
    default:
      return [];
  }
}
