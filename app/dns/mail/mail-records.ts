import { canonicalName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import type { Aside, Change, Plan } from "../change.ts";
import { type DesiredRecord, diffZone } from "../diff-zone.ts";
import type { RecordDraft } from "../record.ts";
import { withoutConflicts } from "../record-conflicts.ts";
import { txtContent, txtText } from "../txt.ts";
import { withStops } from "../what-stops.ts";
import { isSpf } from "../zone-records.ts";
import type { MailZone } from "./mail-zone.ts";
import { readableSpf } from "./spf-likely.ts";

/** Seconds. The providers' documents recommend it for all their records. */
const MAIL_TTL = 3600;

/** Returns a mail record to add, never proxied. */
export function mailRecord(record: Pick<RecordDraft, "type" | "name" | "content" | "priority">): RecordDraft {
  return { ...record, ttl: MAIL_TTL, proxied: false };
}

/** Returns a TXT record to add. */
export function mailText(name: string, text: string): RecordDraft {
  return mailRecord({ type: "TXT", name, content: txtContent(text) });
}

/** Returns the record with another text. If only the quoting differs, the record stays as it is. */
export function withTxt<Text extends RecordDraft>(record: Text, text: string): Text {
  return txtText(record.content) === text ? record : { ...record, content: txtContent(text) };
}

/** Returns the records with exactly one SPF text at the name: the first is changed, the others are removed. */
export function withSpf({ domain }: MailZone, desired: readonly DesiredRecord[], text: string): DesiredRecord[] {
  const spfs = desired.filter((record) => isSpf(record) && canonicalName(record.name) === domain);
  const [first, ...others] = spfs;
  if (!first) return [...desired, mailText(domain, text)];
  return desired
    .filter((record) => !others.includes(record))
    .map((record) => (record === first ? withTxt(record, text) : record));
}

/** Returns the plan that turns the zone into `desired`. Changes that conflict with the zone are left out and noted. */
export function mailPlanFor({ records, zone }: MailZone, desired: readonly DesiredRecord[], title: string): Plan {
  const { changes, asides } = withoutConflicts(records, diffZone(records, desired), zone);
  return withStops({ kind: "mail", title, changes, asides: [...spfNotes(changes), ...asides] }, records);
}

/** Returns what becomes of each term of a changed SPF text that receivers cannot read. */
function spfNotes(changes: readonly Change[]): Aside[] {
  const texts = changes.flatMap(({ before }) => (before && isSpf(before) ? [txtText(before.content)] : []));
  return texts
    .map(readableSpf)
    .flatMap(({ replaced, leftOut }) => [
      ...replaced.map(
        ({ from, to }): Aside => ({ kind: "noted", text: `${from} ${UNREAD}`, reason: `It becomes: ${to}` }),
      ),
      ...leftOut.map((term): Aside => ({ kind: "noted", text: `${term} ${UNREAD}`, reason: "It is left out." })),
    ]);
}

const UNREAD = "makes Gmail, Outlook and others ignore your whole SPF record.";

/** Returns the end of a plan's title: " at" and the name below the domain; empty for the domain. */
export function belowOf({ zone, domain }: MailZone): string {
  return domain === zone ? "" : ` at ${toDisplayName(domain)}`;
}
