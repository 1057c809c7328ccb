import type { MailZone } from "./mail-zone.ts";
import { effectiveTerms, isMechanism, type SpfTerm } from "./spf.ts";
import { KNOWN_INCLUDES } from "./spf-includes.ts";

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
