import type { Aside } from "./change.ts";
import { toDisplayName } from "./display-name.ts";
import type { DnsRecord } from "./record.ts";
import { canonicalName } from "./record-name.ts";
import { shownContent } from "./record-words.ts";

/** One thing that stops when records are deleted, in two sentences: what, and why. */
export type Stop = Aside & { kind: "stops" };

const ADDRESSES = ["A", "AAAA", "CNAME"];

/** What a record is for, the most important first. */
const PURPOSES = ["mail", "address", "nameServer", "service", "sender", "policy", "certificate", "other"] as const;
type Purpose = (typeof PURPOSES)[number];

const MOST_SHOWN = 5;

/** Returns what stops when records of a zone are deleted: the most important first, six lines at most. */
export function whatStops(deleted: readonly DnsRecord[], zone: readonly DnsRecord[]): Stop[] {
  const remaining = zone.filter((record) => !deleted.includes(record));
  const hasStandIn = (record: DnsRecord) =>
    remaining.some((other) => other.name === record.name && purposeOf(other) === purposeOf(record));
  const lost = deleted.filter((record) => purposeOf(record) === "other" || !hasStandIn(record));
  const stops = PURPOSES.flatMap((purpose) =>
    lost.filter((record) => purposeOf(record) === purpose).flatMap((record) => stopsOf(purpose, record, remaining)),
  );
  const unique = [...new Map(stops.map((one) => [one.text, one])).values()];
  const more = unique.length - MOST_SHOWN;
  if (more <= 1) return unique;
  return [...unique.slice(0, MOST_SHOWN), stop(`${more} more things stop.`, "The list has every record.")];
}

function stop(text: string, reason: string): Stop {
  return { kind: "stops", text, reason };
}

function purposeOf(record: DnsRecord): Purpose {
  const { type, name } = record;
  if (type === "MX") return "mail";
  if (type === "NS") return "nameServer";
  if (type === "SRV") return "service";
  if (type === "CAA") return "certificate";
  if (name.startsWith("_dmarc.")) return "policy";
  if (name.includes("._domainkey.") || (type === "TXT" && /^v=spf1\b/i.test(shownContent(record)))) return "sender";
  return ADDRESSES.includes(type) && !name.startsWith("_") ? "address" : "other";
}

function stopsOf(purpose: Purpose, record: DnsRecord, remaining: readonly DnsRecord[]): Stop[] {
  const name = toDisplayName(record.name);
  switch (purpose) {
    case "mail":
      return record.content === "." ? [] : [stop(`Mail for ${name} stops.`, "It has no other mail server.")];
    case "address":
      return lostAddress(record, remaining);
    case "nameServer":
      return [stop(`Every name below ${name} stops working.`, "No other name server answers for them.")];
    case "service":
      return [stop(`Apps no longer find ${name}.`, "This record says where its server is.")];
    case "sender":
      return [stop("Mail that you send may go to spam.", "Receivers check it with this record.")];
    case "policy":
      return [stop("Fake mail in your name may get through.", `${name} tells receivers what to do with it.`)];
    case "certificate":
      return [stop(`Any company may issue the padlock for ${name}.`, "This record says which ones may.")];
    case "other":
      return [
        stop(
          `Services no longer find the ${record.type} record of ${name}.`,
          "Some use such a record to check that a name is yours.",
        ),
      ];
  }
}

/** What a name without an address stops: its website, and the mail that goes to it. */
function lostAddress({ name }: DnsRecord, remaining: readonly DnsRecord[]): Stop[] {
  const wildcard = `*${name.slice(name.indexOf("."))}`;
  if (remaining.some((other) => other.name === wildcard && ADDRESSES.includes(other.type))) return [];
  const shown = toDisplayName(name);
  const mails = remaining.filter(({ type, content }) => type === "MX" && canonicalName(content) === name);
  if (mails.length === 0) return [stop(`${shown} stops opening.`, "It has no other address.")];
  return mails.map((mail) =>
    stop(`Mail to ${toDisplayName(mail.name)} cannot reach ${shown}.`, "This mail server has no other address."),
  );
}
