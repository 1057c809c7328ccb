import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailFrame, MailSite } from "#app/mail/mail-frame.ts";
import { clockOf, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { listedRecord, recordDetail } from "./listed-record.ts";
import type { RecordDraft } from "./record.ts";
import { shortened } from "./sentence-part.ts";

/**
 * A record change as the notification describes it. `at` is ISO 8601. `isCertain` is false if the provider's response was lost.
 */
type ReportedChange = { before: RecordDraft | null; after: RecordDraft | null; isCertain: boolean; at: string };

/** Changes of one domain's records: `count` in total, of which `changes` are shown. `key` is the mail's idempotency key. */
type ChangedZone = { key: string; name: string; count: number; changes: readonly ReportedChange[] } & Recipient;
/** A customer's address and first name, "" if unknown. */
type Recipient = { to: string; firstName: string };

/** Characters of a value. Longer values, such as DKIM keys, are cut; the history shows them in full. */
const LONGEST_VALUE = 100;

/**
 * Returns the notification of record changes, each before and after, with a link to undo them. Customers cannot switch it off.
 */
export function dnsMail({ key, name, to, firstName, count, changes }: ChangedZone, site: MailSite): Mail {
  const shown = toDisplayName(name);
  const path = `${site.origin}/dashboard/domains/${encodeURIComponent(name)}/dns/history`;
  const left = count - changes.length;
  const first = nairobiTime(new Date(changes[0]?.at ?? 0));
  const parts: MailPart[] = [
    "We changed your DNS because you asked.",
    { label: "See the changes, with Undo", href: path },
    `${countWords(count)} at ${shown}, the first on ${first} (Nairobi time):`,
    ...changes.map((change) => ({ head: headOf(change), lines: linesOf(change, name) })),
    ...(left > 0 ? [`${left} more are in the history.`] : []),
    ...notYou(site, "Then undo the changes and answer this e-mail."),
  ];
  const subject = `DNS of ${shown}: ${countWords(count)}`;
  const body = mailBody(parts, frameOf(shown, firstName, site));
  return { key, kind: "change", to, subject, ...body, tags: [{ name: "change", value: "dns" }] };
}

type NewZone = { id: string; name: string; nameServers: readonly string[]; at: Date } & Recipient;

/** Returns the notification of a new zone, with the name servers that the domain needs. */
export function nameServersMail({ id, name, to, firstName, nameServers, at }: NewZone, site: MailSite): Mail {
  const shown = toDisplayName(name);
  const parts: MailPart[] = [
    `We set up the DNS of ${shown} because you asked.`,
    { label: "See its DNS", href: `${site.origin}/dashboard/domains/${encodeURIComponent(name)}/dns` },
    { head: "Enter these name servers where the name is registered:", lines: nameServers },
    `Until then nothing changes for visitors of ${shown}.`,
    `We set it up on ${nairobiTime(at)} (Nairobi time).`,
    ...notYou(site, "Then answer this e-mail."),
  ];
  const subject = `DNS of ${shown} is set up`;
  const body = mailBody(parts, frameOf(shown, firstName, site));
  return { key: id, kind: "change", to, subject, ...body, tags: [{ name: "change", value: "servers" }] };
}

function notYou({ origin }: MailSite, then: string): MailPart[] {
  return [
    `Not you? Choose a new password now. That signs everybody else out. ${then}`,
    { label: "Choose a new password", href: `${origin}/login/forgot` },
  ];
}

function frameOf(shown: string, firstName: string, site: MailSite): MailFrame {
  return {
    site,
    firstName,
    why: `You get this because ${shown} is in your account. We always write when its DNS changes.`,
  };
}

function countWords(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}

function headOf({ before, after, at }: ReportedChange): string {
  const word = before === null ? "Added" : after === null ? "Deleted" : "Changed";
  return `${word} at ${clockOf(new Date(at)).slice(0, 5)}`;
}

function linesOf({ before, after, isCertain }: ReportedChange, zone: string): string[] {
  const lines = [
    ...(before ? [`${after ? "Before: " : ""}${recordLine(before, zone)}`] : []),
    ...(after ? [`${before ? "After: " : ""}${recordLine(after, zone)}`] : []),
  ];
  return isCertain ? lines : [...lines, "We could not find out whether it was made. The history says more."];
}

function recordLine(record: RecordDraft, zone: string): string {
  const listed = listedRecord({ ...record, id: "" }, zone);
  const name = listed.name === "@" ? toDisplayName(zone) : `${listed.name}.${toDisplayName(zone)}`;
  return `${listed.type} ${name} ${shortened(listed.content, LONGEST_VALUE)} · ${recordDetail(listed)}`;
}
