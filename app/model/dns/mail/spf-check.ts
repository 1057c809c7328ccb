import type { MailZone } from "./mail-zone.ts";
import type { Source } from "./presets.ts";
import { effectiveTerms, isMechanism, type SpfTerm } from "./spf.ts";

/** RFC 7208, section 4.6.4: more look-ups, or more of them that find nothing, and the check of the sender fails. */
export const MAX_LOOKUPS = 10;
export const MAX_VOID = 2;

const ASKING = ["include", "a", "mx", "ptr", "exists"];

type SpfCost = {
  /** Look-ups that this zone asks for by itself. */
  sure: number;
  /** The same with what well-known services ask for within their own texts, as far as we know. */
  likely: number;
  /** It leads to itself, so that looking up never ends. */
  isLoop: boolean;
};

/** What a receiver has to look up for the SPF text of a zone. */
export function spfCost(terms: readonly SpfTerm[], mail: MailZone, path: readonly string[] = [mail.zone]): SpfCost {
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

/** Words whose look-up finds nothing in this zone. RFC 7208, section 4.6.4, "void lookups". */
export function voidTerms(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return askingTerms(terms).filter((term) => {
    const host = term.target || mail.zone;
    if (isMechanism(term, "a")) return mail.hostState(host) === "missing";
    return isMechanism(term, "mx") && host === mail.zone && mail.servers.length === 0;
  });
}

/** Words that name a domain of this zone that has no SPF text: the check of the sender fails. RFC 7208, section 5.2. */
export function emptyIncludes(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return askingTerms(terms)
    .filter(isFollowed)
    .filter(({ target }) => {
      const isElsewhere = ["elsewhere", "alias"].includes(mail.hostState(target));
      return !isElsewhere && mail.spfs(target).length === 0;
    });
}

/** Words that name the addresses of the CDN instead of a server's, because the name goes through it. */
export function proxiedTerms(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return effectiveTerms(terms).filter(
    (term) => isMechanism(term, "a") && mail.hostState(term.target || mail.zone) === "proxied",
  );
}

/** Whether the text of another name is looked into. */
function isFollowed({ name }: SpfTerm): boolean {
  return name === "include" || name === "redirect";
}

function askingTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  return effectiveTerms(terms).filter(
    ({ kind, name }) => (kind === "mechanism" && ASKING.includes(name)) || (kind === "modifier" && name === "redirect"),
  );
}

/** What naming a service in an SPF text costs besides the look-up of its name: look-ups within the service's own text. */
type Cost = { within: number } & Source;

const CHECKED = "2026-11-21";

/**
 * Services whose SPF text is known, by the domain that is named for them. One that is not here counts as one look-up. The
 * numbers were counted in public copies of the texts that the services publish under these names, and they change: so they
 * only ever make a warning, and the address shows what stands there today.
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
