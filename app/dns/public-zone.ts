import { toDisplayName } from "#app/domains/display-name.ts";
import { type Question, type ResolverReply, recordsFor } from "#app/domains/resolver-reply.ts";
import { type Delegation, delegationOf, nameServerReport } from "./delegation.ts";
import { toRelativeName } from "./record-name.ts";
import { resolvedText } from "./resolution.ts";

/** Well-known DNS providers by the names of their name servers. An unknown provider is not named. */
const OPERATORS: readonly [RegExp, string][] = [
  [/\.ns\.cloudflare\.com$/, "Cloudflare"],
  [/\.domaincontrol\.com$/, "GoDaddy"],
  [/\.awsdns-\d+\.(com|net|org|co\.uk)$/, "Amazon Route 53"],
  [/\.googledomains\.com$/, "Google"],
  [/\.azure-dns\.(com|net|org|info)$/, "Microsoft Azure"],
  [/\.registrar-servers\.com$/, "Namecheap"],
  [/\.dns-parking\.com$/, "Hostinger"],
  [/\.digitalocean\.com$/, "DigitalOcean"],
  [/\.vercel-dns\.com$/, "Vercel"],
  [/\.wixdns\.net$/, "Wix"],
  [/\.wordpress\.com$/, "WordPress.com"],
];

/** Returns the provider of all these name servers; undefined if it is unknown or there are several. */
export function operatorOf(servers: readonly string[]): string | undefined {
  const names = new Set(
    servers.map((server) => OPERATORS.find(([pattern]) => pattern.test(server.toLowerCase()))?.[1]),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** What anyone can see of a domain whose DNS is hosted elsewhere. */
export type PublicZone = {
  /** The domain's name servers; empty if it has none or they are unknown. */
  servers: string[];
  /** The DNS provider; undefined if it is unknown. */
  operator: string | undefined;
  /** What is wrong with the name servers; null if nothing is. */
  trouble: { title: string; text: string } | null;
  /** The records of common names. `name` is relative to the domain, "@" for the apex. */
  records: { type: string; name: string; text: string }[];
};

/** The common names and types that are looked up: outsiders cannot list a zone. */
const COMMON_NAMES = [
  ["", ["A", "AAAA", "MX", "TXT", "CAA"]],
  ["www.", ["A", "AAAA"]],
  ["_dmarc.", ["TXT"]],
] as const;

/** Returns the questions about a domain, the NS question first. */
export function questionsAbout(domain: string): Question[] {
  const records = COMMON_NAMES.flatMap(([below, types]) => types.map((type) => ({ name: `${below}${domain}`, type })));
  return [{ name: domain, type: "NS" }, ...records];
}

/**
 * Returns what resolvers see of a domain. Takes their replies to each of `questionsAbout`, in that order. The first
 * resolver that has records counts. Source: docs/product/dns.md, "DNS run elsewhere".
 */
export function publicZone(domain: string, replies: readonly (readonly ResolverReply[])[], now: Date): PublicZone {
  const [servers = [], ...rest] = replies;
  const [question, ...questions] = questionsAbout(domain);
  const names = question
    ? firstRecords(question, servers).flatMap((line) => (line.type === "NS" ? resolvedText(line) : []))
    : [];
  const seen = questions.flatMap((asked, at) =>
    firstRecords(asked, rest[at] ?? []).map((line) => ({
      type: line.type,
      name: shownName(asked.name, domain),
      text: resolvedText(line),
    })),
  );
  return {
    servers: names.sort(),
    operator: operatorOf(names),
    trouble: names.length > 0 ? null : troubleOf(domain, delegationOf(domain, servers, []), now),
    // A CNAME is returned for every type.
    records: [...new Map(seen.map((one) => [Object.values(one).join(" "), one])).values()],
  };
}

function firstRecords(question: Question, replies: readonly ResolverReply[]) {
  const recordSets = replies.map(({ resolution }) => (resolution ? recordsFor(question, resolution) : []));
  return recordSets.find((records) => records.length > 0) ?? [];
}

function shownName(name: string, domain: string): string {
  const relative = toRelativeName(name, domain);
  return relative === "@" ? relative : toDisplayName(relative);
}

function troubleOf(domain: string, delegation: Delegation, now: Date): PublicZone["trouble"] {
  const report = nameServerReport(toDisplayName(domain), delegation, [], now);
  if (report) return { title: report.title, text: report.text };
  return {
    title: "We can’t check right now",
    text: "Your records stay as they are. Try again in a minute.",
  };
}
