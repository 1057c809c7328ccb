import { toDisplayName } from "#app/domains/display-name.ts";
import type { Change } from "./change.ts";
import type { RecordDraft } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { contentWords } from "./record-words.ts";
import { ttlWords } from "./ttl.ts";

/** The longest title of a job. */
export const LONGEST_TITLE = 200;

/** `does`: what a record does. `doesNot`: the same after the record is deleted. */
type Effect = { does: string; doesNot: string };

/**
 * Returns the title of a change in the history: "ofisi points to 198.51.100.8". Source: docs/product/dns.md, "Changes of a
 * zone".
 */
export function changeTitle({ before, after }: Change, zone: string): string {
  if (after === null) return effectOf(before, zone).doesNot;
  const { does } = effectOf(after, zone);
  if (before === null) return `New: ${does}`;
  return does === effectOf(before, zone).does ? settingTitle(before, after, zone) : does;
}

/** Returns the title of a change that restores what was before: "ofisi points to 198.51.100.7 again". */
export function undoTitle({ before, after }: Change, zone: string): string {
  if (after === null) return effectOf(before, zone).doesNot;
  const { does } = effectOf(after, zone);
  const isSetting = before !== null && does === effectOf(before, zone).does;
  return `${isSetting ? settingTitle(before, after, zone) : does} again`;
}

/** Returns the title of a change that keeps name and value, and changes the CDN, the TTL, the priority or the note. */
function settingTitle(before: RecordDraft, after: RecordDraft, zone: string): string {
  const about = `${after.type} record of ${nameOf(after, zone)}`;
  if (before.proxied !== after.proxied) return `${about}: CDN switched ${after.proxied ? "on" : "off"}`;
  if (before.ttl !== after.ttl) return `${about}: TTL ${ttlWords(after.ttl)}`;
  if (before.priority !== after.priority) return `${about}: priority ${after.priority}`;
  return `${about}: your note`;
}

function effectOf(record: RecordDraft, zone: string): Effect {
  const [name, value] = [nameOf(record, zone), contentWords(record)];
  switch (record.type) {
    case "A":
    case "AAAA":
      return { does: `${name} points to ${value}`, doesNot: `${name} no longer points to ${value}` };
    case "CNAME":
      return {
        does: `${name} is another name for ${value}`,
        doesNot: `${name} is no longer another name for ${value}`,
      };
    case "MX":
      return { does: `Mail for ${name} goes to ${value}`, doesNot: `Mail for ${name} no longer goes to ${value}` };
    default: {
      const words = `${record.type} record of ${name}: ${value}`;
      return { does: words, doesNot: `Deleted: ${words}` };
    }
  }
}

/** The name within the zone, or the zone's own name. */
function nameOf({ name }: RecordDraft, zone: string): string {
  const relative = toRelativeName(name, zone);
  return toDisplayName(relative === "@" ? zone : relative);
}
