import { toDisplayName } from "#app/domains/display-name.ts";
import { namesWords } from "#app/platform/text/words.ts";
import type { Aside, Plan } from "./change.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { shownContent } from "./record-words.ts";
import { isProxied } from "./types.ts";
import { lostAddresses, newlyCovered, ZoneNames } from "./zone-names.ts";

/**
 * One thing that stops when records are deleted, in two sentences: what, and why. If nothing stops, it says what goes on
 * instead.
 */
export type Stop = Aside & { kind: "stops" };

const ADDRESSES = ["A", "AAAA", "CNAME"];

/** What a record is for, the most important first. */
const PURPOSES = ["mail", "address", "nameServer", "service", "sender", "policy", "certificate", "other"] as const;
type Purpose = (typeof PURPOSES)[number];

const MOST_SHOWN = 5;
/** The most names in one sentence. A plan with more names has a list of its deletions, which names each. */
const MOST_NAMED = 50;

/**
 * Returns what stops when records of a zone are deleted: the most important first, six lines at most. Then every other
 * name that loses its address, and the names that a wildcard answers for from then on.
 */
export function whatStops(deleted: readonly RecordDraft[], zone: readonly RecordDraft[]): Stop[] {
  const remaining = zone.filter((record) => !deleted.includes(record));
  const losses = lossesOf(deleted, remaining);
  const stops = losses.length > 0 ? atMost(losses, "stop") : atMost(goesOn(deleted, new ZoneNames(remaining)), "go on");
  const covered = newlyCovered(zone, remaining).map(({ name, wildcard }) =>
    stop(`${toDisplayName(name)} goes where ${toDisplayName(wildcard)} goes.`, "It has no record of its own any more."),
  );
  return [...withEveryName(stops, zone, remaining), ...covered];
}

/**
 * Returns the plan with notes about what its changes stop, in front of its other notes. Each name that loses its address is
 * named.
 */
export function withStops(plan: Plan, zone: readonly DnsRecord[]): Plan {
  const deleted = plan.changes.flatMap(({ before, after }) => (before && after === null ? [before] : []));
  const replaced = new Set(plan.changes.map(({ before }) => before?.id));
  const made = plan.changes.flatMap(({ after }) => after ?? []);
  const after = [...zone.filter(({ id }) => !replaced.has(id)), ...made];
  const stops = atMost(lossesOf(deleted, after), "stop");
  return { ...plan, asides: [...withEveryName(stops, zone, after), ...plan.asides] };
}

/** Adds to the notes each name that loses its address and that no note mentions yet. */
function withEveryName(said: readonly Stop[], before: readonly RecordDraft[], after: readonly RecordDraft[]): Stop[] {
  const words = new Set(said.flatMap(({ text, reason }) => `${text} ${reason}`.split(/[\s,]+|[.](?=\s|$)/)));
  const losses = lostAddresses(before, after)
    .map(({ name, wildcard }) => ({ name: toDisplayName(name), wildcard }))
    .filter(({ name }) => !words.has(name));
  const stopFor = (wildcard: string | undefined): Stop[] => {
    const names = losses.filter((loss) => loss.wildcard === wildcard).map(({ name }) => name);
    if (names.length === 0) return [];
    const reason =
      wildcard === undefined
        ? "There is no other one."
        : `${toDisplayName(wildcard)} no longer covers ${names.length === 1 ? "it" : "them"}. Add an A record too, if visitors or mail go there.`;
    return [stop(`${namesWords(names, MOST_NAMED)} will have no address.`, reason)];
  };
  const wildcards = [...new Set(losses.flatMap(({ wildcard }) => wildcard ?? []))].flatMap(stopFor);
  const [own] = stopFor(undefined);
  const more = said.at(-1);
  // A last line such as "3 more things stop" gets the names; otherwise they are a line of their own.
  if (own && more && /^\d+ more things /.test(more.text))
    return [...said.slice(0, -1), { ...more, reason: `${more.reason} ${own.text}` }, ...wildcards];
  return [...said, ...(own ? [own] : []), ...wildcards];
}

function lossesOf(deleted: readonly RecordDraft[], remaining: readonly RecordDraft[]): Stop[] {
  const names = new ZoneNames(remaining);
  const lost = deleted.filter((record) => !remaining.some((other) => isStandIn(other, record)));
  return PURPOSES.flatMap((purpose) =>
    lost.filter((record) => purposeOf(record) === purpose).flatMap((record) => stopsOf(record, remaining, names)),
  );
}

function atMost(stops: readonly Stop[], verb: "stop" | "go on"): Stop[] {
  const unique = [...new Map(stops.map((one) => [one.text, one])).values()];
  const more = unique.length - MOST_SHOWN;
  if (more <= 1) return unique;
  return [...unique.slice(0, MOST_SHOWN), stop(`${more} more things ${verb}.`, "The list has every record.")];
}

/**
 * Whether a remaining record replaces a deleted one for all visitors. Many networks have no IPv6, so an AAAA record replaces
 * no A record.
 */
function isStandIn(record: RecordDraft, lost: RecordDraft): boolean {
  const purpose = purposeOf(record);
  if (purpose === "other" || purpose !== purposeOf(lost) || record.name !== lost.name) return false;
  return purpose !== "address" || hasIpv4(record) || !hasIpv4(lost);
}

/** The CDN has IPv4 and IPv6 addresses for each address behind it. */
function hasIpv4(record: RecordDraft): boolean {
  return record.type !== "AAAA" || isProxied(record);
}

/** What goes on without the deleted records, when nothing stops. `names`: of the remaining records. */
function goesOn(deleted: readonly RecordDraft[], names: ZoneNames): Stop[] {
  return deleted.flatMap((record) => staysOf(record, names));
}

function staysOf(record: RecordDraft, names: ZoneNames): Stop[] {
  const name = toDisplayName(record.name);
  switch (purposeOf(record)) {
    case "address": {
      const wildcard = names.wildcardFor(record.name);
      const reason =
        wildcard === undefined ? "It has another address." : `It goes where ${toDisplayName(wildcard)} goes.`;
      return [stop(`${name} still opens.`, reason)];
    }
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

function stopsOf(record: RecordDraft, remaining: readonly RecordDraft[], names: ZoneNames): Stop[] {
  const name = toDisplayName(record.name);
  switch (purposeOf(record)) {
    case "mail":
      return record.content === "." ? [] : [stop(`Mail for ${name} stops.`, "It has no other mail server.")];
    case "address":
      if (/^auto(discover|config)\./.test(record.name))
        return [stop("Mail apps no longer set themselves up.", `${name} tells them how.`)];
      return lostAddress(record, remaining, names);
    case "nameServer":
      return [stop(`Every name below ${name} stops working.`, "No other name server answers for them.")];
    case "service":
      return [stop(`Apps no longer find ${name}.`, "This record says where its server is.")];
    case "sender":
      return [stop("Mail that you send may go to spam.", "Gmail, Outlook and others check it with this record.")];
    case "policy":
      return [
        stop("Fake mail in your name may get through.", `${name} tells Gmail, Outlook and others what to do with it.`),
      ];
    case "certificate":
      return [stop(`Any company may issue SSL for ${name}.`, "This record says which ones may.")];
    case "other":
      return [
        stop(
          `What checks the ${record.type} record of ${name} may stop working.`,
          "Some use such a record to check that a name is yours.",
        ),
      ];
  }
}

/** What stops without the address of a name: its website, the names that follow it, and the mail that goes to it. */
function lostAddress({ name }: RecordDraft, remaining: readonly RecordDraft[], names: ZoneNames): Stop[] {
  const here = remaining.filter((other) => other.name === name);
  if (name.startsWith("*."))
    return [
      stop(`Names below ${toDisplayName(name.slice(2))} stop opening.`, `${toDisplayName(name)} answered for them.`),
    ];
  if (names.wildcardFor(name) !== undefined && names.hasAddress(name)) return [];
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
