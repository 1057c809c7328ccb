import { canonicalName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { isPrivateAddress, mappedIpv4 } from "./address-ranges.ts";
import type { NameServerReport } from "./delegation.ts";
import type { Status } from "./live.ts";
import type { LiveRow, LiveView } from "./live-view.ts";
import { mailHealth } from "./mail/health.ts";
import type { DnsRecord } from "./record.ts";
import { isWithin } from "./record-name.ts";
import { type RecordSet, recordSets } from "./record-sets.ts";
import { WEBSITE_PRESETS } from "./website/website-presets.ts";
import { websiteChoices } from "./website/websites-in-use.ts";
import { ZoneNames } from "./zone-names.ts";
import { isCovered } from "./zone-records.ts";

/** The state of one service of a domain: a word, a sentence, and the page that has more. */
export type PartState = {
  part: "Website" | "Mail" | "Name servers";
  status: Status;
  word: string;
  text: string;
  page: "website" | "mail" | "live";
};

const WORDS: Record<Status, string> = {
  ok: "set up",
  warn: "look at this",
  bad: "does not work",
  neutral: "not known",
};
const ORDER: readonly Status[] = ["bad", "warn", "neutral", "ok"];
const WEB_TYPES = ["A", "AAAA", "CNAME"];

/** Returns the record sets of a website: at the apex and at `www`, where a wildcard may answer instead. */
export function websiteSets(records: readonly DnsRecord[], zone: string): RecordSet[] {
  const www = `www.${zone}`;
  const names = [zone, new ZoneNames(records).wildcardFor(www) ?? www];
  return recordSets(records, zone).filter(
    ({ name, records: [first] }) => names.includes(canonicalName(name)) && WEB_TYPES.includes(first?.type ?? ""),
  );
}

/**
 * Returns the state of a domain's website, mail and name servers. `view` is what resolvers see of the sets of
 * `websiteSets`; undefined if they were not asked. Source: docs/product/dashboard.md, "Domain overview".
 */
export function nameState(records: readonly DnsRecord[], zone: string, view: LiveView | undefined): PartState[] {
  const reachable = view?.isUnreachable ? undefined : view;
  return [
    websiteState(records, zone, reachable),
    mailState(records, zone, reachable),
    serversState(reachable?.servers),
  ];
}

/**
 * Returns what is wrong with a website whose records resolve, and lead to no server; undefined if nothing is, as far as the
 * zone says.
 */
function deadEnd(records: readonly DnsRecord[], zone: string): string | undefined {
  const names = new ZoneNames(records);
  const found = websiteSets(records, zone).flatMap((set) => set.records);
  const isOut = ({ type, content }: DnsRecord) =>
    type === "CNAME"
      ? isWithin(canonicalName(content), zone) &&
        !isCovered(canonicalName(content), records, zone) &&
        !names.hasAddress(canonicalName(content))
      : isPrivateAddress(content) || mappedIpv4(content) !== undefined;
  const [first] = found.filter(isOut);
  return first && `Visitors reach nothing at ${first.content}, where ${toDisplayName(first.name)} leads.`;
}

function websiteState(records: readonly DnsRecord[], zone: string, reachable: LiveView | undefined): PartState {
  if (websiteSets(records, zone).length === 0)
    return {
      part: "Website",
      page: "website",
      status: "neutral",
      word: "not set up",
      text: "No website is connected.",
    };
  const part = { part: "Website", page: "live" } as const;
  const servers = nameServerProblem(reachable?.servers);
  if (servers) return { ...part, ...servers };
  const answers = (reachable?.rows ?? []).flatMap((row: LiveRow) => row.answers);
  const status = worstOf(answers.map((answer) => answer.status));
  const dead = deadEnd(records, zone);
  if (dead !== undefined) return { ...part, status: "bad", word: WORDS.bad, text: dead };
  const place = status === "ok" ? websitePlace(records, zone) : undefined;
  const text = place ? `Visitors reach ${WEBSITE_PRESETS[place.provider].shows}.` : WEBSITE[status];
  return { ...part, status, word: WORDS[status], text };
}

/** Returns the provider of a zone's website; undefined for a server of the customer's own. */
export function websitePlace(records: readonly DnsRecord[], zone: string) {
  return websiteChoices(records, zone).find(({ provider, isInUse }) => isInUse && provider !== "address");
}

const NOT_CHECKED = "We can’t check right now. Try again in a minute.";
const WEBSITE: Record<Status, string> = {
  ok: "Visitors reach the address you set.",
  warn: "Some visitors still reach the old address. That passes by itself.",
  bad: "Visitors cannot find your website.",
  neutral: NOT_CHECKED,
};

function mailState(records: readonly DnsRecord[], zone: string, reachable: LiveView | undefined): PartState {
  const part = { part: "Mail", page: "mail" } as const;
  const servers = nameServerProblem(reachable?.servers);
  if (servers) return { ...part, page: "live", ...servers };
  const findings = mailHealth(records, zone);
  const [worstFinding] = findings;
  if (findings.some(({ code }) => code === "mx-missing"))
    return { ...part, status: "neutral", word: "not set up", text: "Nobody can write to you at this name yet." };
  if (!worstFinding || worstFinding.severity === "ok")
    return { ...part, status: "ok", word: WORDS.ok, text: "We found no problem." };
  return { ...part, status: worstFinding.severity, word: WORDS[worstFinding.severity], text: `${worstFinding.title}.` };
}

function serversState(servers: NameServerReport | null | undefined): PartState {
  const part = { part: "Name servers", page: "live" } as const;
  if (!servers) return { ...part, status: "neutral", word: WORDS.neutral, text: NOT_CHECKED };
  const { status, title } = servers;
  return { ...part, status, word: WORDS[status], text: title.endsWith(".") ? title : `${title}.` };
}

/**
 * Returns what is wrong with the name servers: while others answer for a domain, or none do, its records here are not what the
 * world sees.
 */
function nameServerProblem(
  servers: NameServerReport | null | undefined,
): Pick<PartState, "status" | "word" | "text"> | null {
  if (!servers || servers.status === "ok") return null;
  if (servers.status === "bad")
    return { status: "bad", word: WORDS.bad, text: "Nobody can find it. Start with the name servers." };
  return {
    status: "warn",
    word: WORDS.warn,
    text: "This name still uses another company’s name servers. Start there.",
  };
}

function worstOf(statuses: readonly Status[]): Status {
  return ORDER.find((status) => statuses.includes(status)) ?? "neutral";
}
