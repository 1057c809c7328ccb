import { toDisplayName } from "../dns/display-name.ts";
import { listedRecord, recordDetail } from "../dns/listed-record.ts";
import type { RecordDraft } from "../dns/record.ts";
import { shortened } from "../dns/shortened.ts";
import type { Mail } from "../mail/mail.ts";
import { clockOf, nairobiTime } from "../nairobi-day.ts";
import { type MailPart, mailBody } from "./mail-body.ts";

/**
 * A record change as the notification describes it. `at` is ISO 8601. `isCertain` is false if the provider's response was lost.
 */
type ReportedChange = { before: RecordDraft | null; after: RecordDraft | null; isCertain: boolean; at: string };

/** Changes of one domain's records: `count` in total, of which `changes` are shown. `key` is the mail's idempotency key. */
type ChangedZone = { key: string; name: string; to: string; count: number; changes: readonly ReportedChange[] };
type Site = { origin: string; brandName: string };

/** Longer values, such as DKIM keys, are cut; the history shows them in full. */
const LONGEST_VALUE = 200;

/**
 * Returns the notification of record changes, each before and after, with a link to undo them. Customers cannot switch it off.
 */
export function dnsMail({ key, name, to, count, changes }: ChangedZone, { origin, brandName }: Site): Mail {
  const shown = toDisplayName(name);
  const path = `${origin}/dashboard/domains/${encodeURIComponent(name)}/dns/history`;
  const left = count - changes.length;
  const first = nairobiTime(new Date(changes[0]?.at ?? 0));
  const parts: MailPart[] = [
    `The DNS of ${shown} was changed from your account with ${brandName}: ${countWords(count)}, the first on ${first} (Nairobi time).`,
    ...changes.map((change) => ({ head: headOf(change), lines: linesOf(change, name) })),
    ...(left > 0 ? [`And ${left} more, which the history has.`] : []),
    { label: "See the history, with Undo", href: path },
    "If it was you, there is nothing to do.",
    "If it was not you, choose a new password now, which signs everybody else out. Then undo the changes, and answer this mail.",
    { label: "Choose a new password", href: `${origin}/login/forgot` },
  ];
  const subject = `DNS of ${shown}: ${countWords(count)}`;
  return { key, kind: "change", to, subject, ...mailBody(parts), tags: [{ name: "change", value: "dns" }] };
}

/** Returns the notification of a new zone, with the name servers that the domain needs. */
export function nameServersMail(
  { id, name, to, nameServers, at }: { id: string; name: string; to: string; nameServers: readonly string[]; at: Date },
  { origin, brandName }: Site,
): Mail {
  const shown = toDisplayName(name);
  const parts: MailPart[] = [
    `The DNS of ${shown} was set up from your account with ${brandName} on ${nairobiTime(at)} (Nairobi time). Its name servers here are:`,
    ...nameServers,
    `Nothing changes for visitors of ${shown} until these stand as its name servers where it is registered.`,
    { label: "See its DNS", href: `${origin}/dashboard/domains/${encodeURIComponent(name)}/dns` },
    "If it was not you, choose a new password now, which signs everybody else out. Then answer this mail.",
    { label: "Choose a new password", href: `${origin}/login/forgot` },
  ];
  const subject = `DNS of ${shown} is set up`;
  return { key: id, kind: "change", to, subject, ...mailBody(parts), tags: [{ name: "change", value: "servers" }] };
}

function countWords(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

function headOf({ before, after, at }: ReportedChange): string {
  const word = before === null ? "Added" : after === null ? "Deleted" : "Changed";
  return `${word} at ${clockOf(new Date(at)).slice(0, 5)}`;
}

function linesOf({ before, after, isCertain }: ReportedChange, zone: string): string[] {
  return [
    `Before: ${before ? recordLine(before, zone) : "nothing"}`,
    `After: ${after ? recordLine(after, zone) : "nothing"}`,
    ...(isCertain ? [] : ["We could not find out whether it was made. The history says more."]),
  ];
}

function recordLine(record: RecordDraft, zone: string): string {
  const listed = listedRecord({ ...record, id: "" }, zone);
  const name = listed.name === "@" ? toDisplayName(zone) : `${listed.name}.${toDisplayName(zone)}`;
  return `${listed.type} ${name} ${shortened(listed.content, LONGEST_VALUE)} (${recordDetail(listed)})`;
}
