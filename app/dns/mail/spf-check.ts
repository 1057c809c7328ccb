import { isWithin } from "../record-name.ts";
import type { Source } from "./mail-preset.ts";
import type { MailZone } from "./mail-zone.ts";
import { effectiveTerms, isMechanism, type SpfTerm } from "./spf.ts";
import { isRealName } from "./spf-likely.ts";

/** Limits of RFC 7208, section 4.6.4. Above them the SPF check fails. */
export const MAX_LOOKUPS = 10;
export const MAX_VOID = 2;

const ASKING = ["include", "a", "mx", "ptr", "exists"];

type SpfCost = {
  /** Lookups that this zone's own texts cause. */
  sure: number;
  /** `sure`, plus the lookups that the texts of well-known services cause, as far as we know them. */
  likely: number;
  /** The text includes itself, so the check never ends. */
  isLoop: boolean;
};

/** Returns how many DNS lookups a domain's SPF text causes. */
export function spfCost(terms: readonly SpfTerm[], mail: MailZone, path: readonly string[] = [mail.domain]): SpfCost {
  const asking = askingTerms(terms);
  const cost = { sure: asking.length, likely: asking.length, isLoop: false };
  for (const { target } of asking.filter(isFollowed)) {
    if (path.includes(target)) return { ...cost, isLoop: true };
    const own = mail.spfTerms(target);
    const nested = own && spfCost(own, mail, [...path, target]);
    cost.sure += nested?.sure ?? 0;
    cost.likely += nested?.likely ?? KNOWN_INCLUDES[target]?.within ?? 0;
    cost.isLoop ||= nested?.isLoop ?? false;
  }
  return cost;
}

/** Returns the terms whose lookup finds nothing in this zone. RFC 7208, section 4.6.4, "void lookups". */
export function voidTerms(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return askingTerms(terms).filter((term) => {
    const host = term.target || mail.domain;
    if (isMechanism(term, "a")) return mail.hostState(host) === "missing";
    return isMechanism(term, "mx") && host === mail.domain && mail.servers.length === 0;
  });
}

/**
 * Returns the includes of names in this zone that have no SPF text. They make the check fail (RFC 7208, section 5.2).
 */
export function emptyIncludes(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return askingTerms(terms)
    .filter(isFollowed)
    .filter(({ target }) => {
      // A macro may name anything. A name without a real ending does not exist: "spf.example.com-all" is one name.
      if (target.includes("%")) return false;
      const texts = mail.spfTexts(target);
      return texts === undefined ? !isWithin(target, mail.zone) && !mayExist(target) : texts.length === 0;
    });
}

/**
 * Whether a name can exist: it has a known ending, or one that is kept for examples and tests (RFC 2606), and no empty label.
 */
export function mayExist(name: string): boolean {
  return isRealName(name) || (/\.(example|test|invalid|localhost)$/.test(name) && !name.includes(".."));
}

/** Returns the terms that mean the CDN's addresses instead of the server's, because the name is proxied. */
export function proxiedTerms(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return effectiveTerms(terms).filter(
    (term) => isMechanism(term, "a") && mail.hostState(term.target || mail.domain) === "proxied",
  );
}

/** Whether the check continues with another name's text. */
function isFollowed({ name }: SpfTerm): boolean {
  return name === "include" || name === "redirect";
}

function askingTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  return effectiveTerms(terms).filter(
    ({ kind, name }) => (kind === "mechanism" && ASKING.includes(name)) || (kind === "modifier" && name === "redirect"),
  );
}

/** The lookups within a service's own SPF text. */
type Cost = { within: number } & Source;

const CHECKED = "2026-11-21";

/**
 * Known services by the domain that SPF includes for them. An unknown one counts as one lookup. The numbers come from
 * the services' public SPF texts and change, so they only lead to warnings. The URL shows the current text.
 */
export const KNOWN_INCLUDES: Record<string, Cost> = {
  "spf.protection.outlook.com": published("Microsoft 365", "spf.protection.outlook.com", 0),
  "_spf.google.com": published("Google Workspace", "_spf.google.com", 0),
  "zoho.com": published("Zoho", "zoho.com", 4),
  "spf.zoho.com": published("Zoho", "spf.zoho.com", 0),
  "transmail.net": published("Zoho", "transmail.net", 0),
  "sendgrid.net": published("SendGrid", "sendgrid.net", 1),
  "mailgun.org": published("Mailgun", "mailgun.org", 4),
  "amazonses.com": published("Amazon SES", "amazonses.com", 0),
  "secureserver.net": published("GoDaddy", "secureserver.net", 2),
  "_spf.salesforce.com": published("Salesforce", "_spf.salesforce.com", 1),
  "_spf.elasticemail.com": published("Elastic Email", "_spf.elasticemail.com", 1),
};

function published(service: string, name: string, within: number): Cost {
  return {
    within,
    title: `${service}, SPF text of ${name}`,
    url: `https://dns.google/resolve?name=${name}&type=TXT`,
    checked: CHECKED,
  };
}
