import { getDomain } from "tldts";
import { mailHealth } from "#app/dns/mail/health.ts";
import { RULES } from "#app/dns/mail/health-rules.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { createPublicDns } from "#app/domains/public-dns.api.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { bad, type Check, type Finding, good, manual, warning } from "./finding.server.ts";
import { DNS_DEADLINES } from "./try-call.api.server.ts";

/** DKIM selectors of large mail providers. Sources: app/dns/mail/presets.ts. */
const SELECTORS: [server: RegExp, selector: string][] = [
  [/(^|\.)(gmail|google)\.com$/, "google"],
  [/(^|\.)(office365|outlook)\.com$/, "selector1"],
];

/** Returns the checks of the sender's domain in public DNS. `selector`: the DKIM selector, if it was given as an option. */
export function senderChecks(selector: string | undefined): Check[] {
  const why = "Gmail and others refuse mail, or put it among the junk, of a domain that does not say who may send.";
  const [, domain = ""] = brandFrom(env.brand).email.split("@");
  const known = selector ?? SELECTORS.find(([server]) => server.test(env.smtp?.host ?? ""))?.[1];
  return [
    { name: "SPF", why, run: () => textFinding(domain, domain, "spf") },
    {
      name: "DKIM",
      why,
      run: () =>
        known === undefined ? unknownSelector(domain) : textFinding(domain, `${known}._domainkey.${domain}`, "dkim"),
    },
    { name: "DMARC", why, run: () => dmarcFinding(domain) },
  ];
}

function unknownSelector(domain: string): Finding {
  if (env.isSandbox) return good(NOT_SENT);
  return manual(
    `Under which name ${domain} keeps its key is your mail provider's to say.`,
    "Run it again with --dkim=selector, or look for “dkim=pass” in a mail that arrived.",
  );
}

const NOT_SENT = "The sandbox's mails go nowhere.";

/** Applies the rules of the dashboard's mail check to the TXT records at a name. */
async function textFinding(domain: string, name: string, kind: "spf" | "dkim" | "dmarc"): Promise<Finding> {
  if (env.isSandbox) return good(NOT_SENT);
  const lines = await readTexts(name);
  if (!lines) return warning(`The resolvers did not say what stands at ${name}.`, "Mend the line “resolvers” first.");
  const records = lines.map((content, index): DnsRecord => {
    return { id: String(index), type: "TXT", name, content, ttl: 300, proxied: false };
  });
  const rule = RULES[`${kind}-missing`];
  const missing = { ...rule, words: `Nothing of the kind stands at ${name}.` };
  const [worst = missing] = mailHealth(records, domain).filter(({ code }) => code.startsWith(kind));
  if (worst.severity === "ok") return good(`${domain}: ${worst.title}.`);
  const advice = `Add what your mail provider names for ${kind.toUpperCase()} to the DNS of ${domain}, as a TXT record of ${name}.`;
  return (worst.severity === "bad" ? bad : warning)(`${domain}: ${worst.title}. ${worst.words}`, advice);
}

/** A subdomain may have its own policy; otherwise the organizational domain's applies (RFC 9989, section 4.10). */
async function dmarcFinding(domain: string): Promise<Finding> {
  const organizational = getDomain(domain) ?? domain;
  const own = organizational === domain ? [] : await readTexts(`_dmarc.${domain}`);
  const holder = own?.length ? domain : organizational;
  return textFinding(holder, `_dmarc.${holder}`, "dmarc");
}

/** Returns the TXT records at a name from the first resolver that responded; undefined if none did. */
async function readTexts(name: string): Promise<string[] | undefined> {
  const { lookUp } = createPublicDns({ ...env.publicDns, deadlines: DNS_DEADLINES });
  const replies = await lookUp({ name, type: "TXT" });
  const resolution = replies.find((one) => one.resolution && one.resolution.outcome !== "failed")?.resolution;
  return resolution?.records.filter(({ type }) => type === "TXT").map(({ data }) => data);
}
