import { type Delegation, delegationOf, nameServerReport } from "./delegation.ts";
import { toDisplayName } from "./display-name.ts";
import { toRelativeName } from "./record-name.ts";
import { type Question, type ResolverReply, recordsFor, resolvedText } from "./resolution.ts";

/** Who runs name servers with such names, as people say it: the names that stand in public DNS. A name that is missing here is shown as it is. */
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

/** Who runs all of these name servers; undefined where that is not known, or more than one does. */
export function operatorOf(servers: readonly string[]): string | undefined {
  const names = new Set(
    servers.map((server) => OPERATORS.find(([pattern]) => pattern.test(server.toLowerCase()))?.[1]),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** What anybody can see of a domain whose DNS is run elsewhere. */
export type PublicZone = {
  /** Those that the world asks; none where nothing is known of them, or there are none. */
  servers: string[];
  /** Whose they are, as people say it; undefined where we do not know. */
  operator: string | undefined;
  /** What is wrong with them; null when nothing is. */
  trouble: { title: string; text: string } | null;
  /** What stands under the names that every domain has. `name` is relative to the domain, "@" for itself. */
  records: { type: string; name: string; text: string }[];
};

/** What is asked of each domain: nobody outside can list a zone, so these are the names and types that nearly all use. */
const ASKED = [
  ["", ["A", "AAAA", "MX", "TXT", "CAA"]],
  ["www.", ["A", "AAAA"]],
  ["_dmarc.", ["TXT"]],
] as const;

/** The questions about a domain, that for its name servers first. */
export function questionsAbout(domain: string): Question[] {
  const records = ASKED.flatMap(([below, types]) => types.map((type) => ({ name: `${below}${domain}`, type })));
  return [{ name: domain, type: "NS" }, ...records];
}

/**
 * Takes what the resolvers say to each of `questionsAbout`, in that order. Where they differ the first that knows something counts.
 * Source: docs/product.md, "DNS run elsewhere".
 */
export function publicZone(domain: string, sights: readonly (readonly ResolverReply[])[], now: Date): PublicZone {
  const [servers = [], ...rest] = sights;
  const [question, ...questions] = questionsAbout(domain);
  const names = question
    ? linesIn(question, servers).flatMap((line) => (line.type === "NS" ? resolvedText(line) : []))
    : [];
  const seen = questions.flatMap((asked, at) =>
    linesIn(asked, rest[at] ?? []).map((line) => ({
      type: line.type,
      name: shownName(asked.name, domain),
      text: resolvedText(line),
    })),
  );
  return {
    servers: names.sort(),
    operator: operatorOf(names),
    trouble: names.length > 0 ? null : troubleOf(domain, delegationOf(domain, servers, []), now),
    // A CNAME answers for every type.
    records: [...new Map(seen.map((one) => [Object.values(one).join(" "), one])).values()],
  };
}

function linesIn(question: Question, sights: readonly ResolverReply[]) {
  const answers = sights.map(({ answer }) => (answer ? recordsFor(question, answer) : []));
  return answers.find((lines) => lines.length > 0) ?? [];
}

function shownName(name: string, domain: string): string {
  const relative = toRelativeName(name, domain);
  return relative === "@" ? relative : toDisplayName(relative);
}

function troubleOf(domain: string, delegation: Delegation, now: Date): PublicZone["trouble"] {
  const said = nameServerReport(toDisplayName(domain), delegation, [], now);
  if (said) return { title: said.title, text: said.text };
  return {
    title: "We cannot ask what the world sees just now",
    text: "Nothing is changed by this. Try again in a minute.",
  };
}
