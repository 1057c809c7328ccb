import type { Plan } from "../change.ts";
import { type DesiredRecord, diffZone } from "../diff-zone.ts";
import type { RecordDraft } from "../record.ts";
import { withoutConflicts } from "../record-conflicts.ts";
import { canonicalName } from "../record-name.ts";
import { txtContent, txtText } from "../txt.ts";
import { isSpf } from "../zone-records.ts";
import type { MailZone } from "./mail-zone.ts";

/** Seconds. What the providers' documents say for every record of theirs. */
const MAIL_TTL = 3600;

/** A record of mail as it is added: never through the CDN. */
export function mailRecord(record: Pick<RecordDraft, "type" | "name" | "content" | "priority">): RecordDraft {
  return { ...record, ttl: MAIL_TTL, proxied: false };
}

/** A text of mail as it is added. */
export function mailText(name: string, text: string): RecordDraft {
  return mailRecord({ type: "TXT", name, content: txtContent(text) });
}

/** A record with another text, if it is another one: the same text may be written in several ways. */
export function withTxt<Text extends RecordDraft>(record: Text, text: string): Text {
  return txtText(record.content) === text ? record : { ...record, content: txtContent(text) };
}

/** Records with exactly one SPF text for the zone's own name: the first one changed, the others gone. */
export function withSpf({ zone }: MailZone, wanted: readonly DesiredRecord[], text: string): DesiredRecord[] {
  const spfs = wanted.filter((record) => isSpf(record) && canonicalName(record.name) === zone);
  const [first, ...others] = spfs;
  if (!first) return [...wanted, mailText(zone, text)];
  return wanted
    .filter((record) => !others.includes(record))
    .map((record) => (record === first ? withTxt(record, text) : record));
}

/** The plan that makes a zone as wanted; what the zone stands against is left out, and said. */
export function mailPlanFor({ records, zone }: MailZone, wanted: readonly DesiredRecord[], title: string): Plan {
  const { changes, asides } = withoutConflicts(records, diffZone(records, wanted), zone);
  return { kind: "mail", title, changes, asides };
}
