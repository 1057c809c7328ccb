import type { Aside, Plan } from "./change.ts";
import { toDisplayName } from "./display-name.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { shownContent } from "./record-words.ts";
import { isProxied } from "./types.ts";

/** One thing that stops when records are deleted, in two sentences: what, and why. If nothing stops, what goes on. */
export type Stop = Aside & { kind: "stops" };

const ADDRESSES = ["A", "AAAA", "CNAME"];

/** What a record is for, the most important first. */
const PURPOSES = ["mail", "address", "nameServer", "service", "sender", "policy", "certificate", "other"] as const;
type Purpose = (typeof PURPOSES)[number];

const MOST_SHOWN = 5;

/** Returns what stops when records of a zone are deleted: the most important first, six lines at most. */
export function whatStops(deleted: readonly RecordDraft[], zone: readonly RecordDraft[]): Stop[] {
  const stops = lossesOf(
    deleted,
    zone.filter((record) => !deleted.includes(record)),
  );
  return stops.length > 0 ? atMost(stops, "stop") : atMost(deleted.flatMap(goesOn), "go on");
}

/** Returns a plan with what its deletions stop, before its other notes. */
export function withStops(plan: Plan, zone: readonly DnsRecord[]): Plan {
  const deleted = plan.changes.flatMap(({ before, after }) => (before && after === null ? [before] : []));
  const replaced = new Set(plan.changes.map(({ before }) => before?.id));
  const after = plan.changes.flatMap(({ after }) => after ?? []);
  const stops = lossesOf(deleted, [...zone.filter(({ id }) => !replaced.has(id)), ...after]);
  return { ...plan, asides: [...atMost(stops, "stop"), ...plan.asides] };
}

function lossesOf(deleted: readonly RecordDraft[], remaining: readonly RecordDraft[]): Stop[] {
  const lost = deleted.filter((record) => !remaining.some((other) => isStandIn(other, record)));
  return PURPOSES.flatMap((purpose) =>
    lost.filter((record) => purposeOf(record) === purpose).flatMap((record) => stopsOf(record, remaining)),
  );
}

function atMost(stops: readonly Stop[], verb: "stop" | "go on"): Stop[] {
  const unique = [...new Map(stops.map((one) => [one.text, one])).values()];
  const more = unique.length - MOST_SHOWN;
  if (more <= 1) return unique;
  return [...unique.slice(0, MOST_SHOWN), stop(`${more} more things ${verb}.`, "The list has every record.")];
}

/** Whether a record does what another did for everybody: many networks have no IPv6, so an AAAA record replaces no other. */
function isStandIn(record: RecordDraft, lost: RecordDraft): boolean {
  const purpose = purposeOf(record);
  if (purpose === "other" || purpose !== purposeOf(lost) || record.name !== lost.name) return false;
  return purpose !== "address" || hasIpv4(record) || !hasIpv4(lost);
}

/** The CDN has IPv4 and IPv6 addresses for each address behind it. */
function hasIpv4(record: RecordDraft): boolean {
  return record.type !== "AAAA" || isProxied(record);
}

/** What goes on without a record, when nothing stops. */
function goesOn(record: RecordDraft): Stop[] {
  const name = toDisplayName(record.name);
  switch (purposeOf(record)) {
    case "address":
      return [stop(`${name} still opens.`, "It has another address.")];
    case "mail":
      return record.content === "." ? [] : [stop(`Mail for ${name} still arrives.`, "It has another mail server.")];
    default:
      return [];
  }
}

function stop(text: string, reason: string): Stop {
  return { kind: "stops", text, reason };
}

function purposeOf(record: RecordDraft): Purpose {
  const { type, name } = record;
  if (type === "MX") return "mail";
  if (type === "NS") return "nameServer";
  if (type === "SRV") return "service";
  if (type === "CAA") return "certificate";
  if (name.startsWith("_dmarc.")) return "policy";
  if (name.includes("._domainkey.") || (type === "TXT" && /^v=spf1\b/i.test(shownContent(record)))) return "sender";
  return ADDRESSES.includes(type) && !name.startsWith("_") ? "address" : "other";
}

function stopsOf(record: RecordDraft, remaining: readonly RecordDraft[]): Stop[] {
  const name = toDisplayName(record.name);
  switch (purposeOf(record)) {
    case "mail":
      return record.content === "." ? [] : [stop(`Mail for ${name} stops.`, "It has no other mail server.")];
    case "address":
      if (/^auto(discover|config)\./.test(record.name))
        return [stop("Mail apps no longer set themselves up.", `${name} tells them how.`)];
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

/** What stops without the address of a name: its website, the names that follow it, and the mail that goes to it. */
function lostAddress({ name }: RecordDraft, remaining: readonly RecordDraft[]): Stop[] {
  const here = remaining.filter((other) => other.name === name);
  const wildcard = `*${name.slice(name.indexOf("."))}`;
  // A wildcard answers only for names without records of their own. RFC 4592, section 2.2.1.
  if (here.length === 0 && remaining.some((other) => other.name === wildcard && ADDRESSES.includes(other.type)))
    return [];
  const shown = toDisplayName(name);
  const hasIpv6 = here.some(({ type }) => type === "AAAA");
  const reason = hasIpv6
    ? "It only keeps an IPv6 address, which many networks do not have."
    : "It has no other address.";
  const toHere = remaining.filter((record) => targetOf(record) === name);
  const mails = toHere.filter(({ type }) => type === "MX");
  const mailStops = mails.map((mail) =>
    hasIpv6
      ? stop(`Some mail to ${toDisplayName(mail.name)} cannot reach ${shown}.`, reason)
      : stop(`Mail to ${toDisplayName(mail.name)} cannot reach ${shown}.`, "This mail server has no other address."),
  );
  // A name that only mail goes to is no website.
  if (mails.length > 0 && mails.every((mail) => mail.name !== name)) return mailStops;
  const followers = toHere.filter(({ type }) => type === "CNAME").map((record) => toDisplayName(record.name));
  const stops = hasIpv6 ? "stops opening for many people" : "stops opening";
  return [
    ...mailStops,
    stop(`${shown} ${stops}.`, reason),
    ...followers.map((follower) => stop(`${follower} ${stops}.`, `It follows ${shown}.`)),
  ];
}
