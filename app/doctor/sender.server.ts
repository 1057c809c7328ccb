import { getDomain } from "tldts";
import { env } from "#app/env.server.ts";
import { createPublicDns } from "#app/gateways/public-dns.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { mailHealth } from "#app/model/dns/mail/health.ts";
import { RULES } from "#app/model/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { bad, type Check, type Finding, good, look, unseen } from "./finding.server.ts";
import { DNS_DEADLINES } from "./try-call.server.ts";

/** Where the big ones keep the key that mail is signed with: the sources stand in app/model/dns/mail/presets.ts. */
const SELECTORS: [server: RegExp, selector: string][] = [
  [/(^|\.)(gmail|google)\.com$/, "google"],
  [/(^|\.)(office365|outlook)\.com$/, "selector1"],
];

/** What the world reads of the sender's domain. `selector`: the name of the key that mail is signed with, where it was said. */
export function senderChecks(selector: string | undefined): Check[] {
  const why = "Gmail and others refuse mail, or put it among the junk, of a domain that does not say who may send.";
  const [, domain = ""] = brandFrom(env.brand).email.split("@");
  const known = selector ?? SELECTORS.find(([server]) => server.test(env.smtp?.host ?? ""))?.[1];
  return [
    { name: "SPF", why, look: () => found(domain, domain, "spf") },
    {
      name: "DKIM",
      why,
      look: () => (known === undefined ? notKnown(domain) : found(domain, `${known}._domainkey.${domain}`, "dkim")),
    },
    { name: "DMARC", why, look: () => policy(domain) },
  ];
}

function notKnown(domain: string): Finding {
  if (env.isSandbox) return good(GOES_NOWHERE);
  return unseen(
    `Under which name ${domain} keeps its key is your mail provider's to say.`,
    "Run it again with --dkim=selector, or look for “dkim=pass” in a mail that arrived.",
  );
}

const GOES_NOWHERE = "The sandbox's mails go nowhere.";

/** What the rules of the dashboard's own mail check say of the texts at one name; without any, that they are missing. */
async function found(domain: string, name: string, what: "spf" | "dkim" | "dmarc"): Promise<Finding> {
  if (env.isSandbox) return good(GOES_NOWHERE);
  const lines = await readTexts(name);
  if (!lines) return look(`The resolvers did not say what stands at ${name}.`, "Mend the line “resolvers” first.");
  const records = lines.map((content, index): DnsRecord => {
    return { id: String(index), type: "TXT", name, content, ttl: 300, proxied: false };
  });
  const rule = RULES[`${what}-missing`];
  const missing = { ...rule, words: `Nothing of the kind stands at ${name}.` };
  const [worst = missing] = mailHealth(records, domain).filter(({ code }) => code.startsWith(what));
  if (worst.severity === "ok") return good(`${domain}: ${worst.title}.`);
  const todo = `Add what your mail provider names for ${what.toUpperCase()} to the DNS of ${domain}, as a TXT record of ${name}.`;
  return (worst.severity === "bad" ? bad : look)(`${domain}: ${worst.title}. ${worst.words}`, todo);
}

/** A name below the domain may have a policy of its own, else that of the domain counts (RFC 9989, section 4.10). */
async function policy(domain: string): Promise<Finding> {
  const above = getDomain(domain) ?? domain;
  const own = above === domain ? [] : await readTexts(`_dmarc.${domain}`);
  const counts = own?.length ? domain : above;
  return found(counts, `_dmarc.${counts}`, "dmarc");
}

/** The texts at a name, of whichever resolver answered first; undefined where none did. */
async function readTexts(name: string): Promise<string[] | undefined> {
  const { lookUp } = createPublicDns({ ...env.publicDns, deadlines: DNS_DEADLINES });
  const sights = await lookUp({ name, type: "TXT" });
  const answer = sights.find((sight) => sight.resolution && sight.resolution.outcome !== "failed")?.resolution;
  return answer?.records.filter(({ type }) => type === "TXT").map(({ data }) => data);
}
