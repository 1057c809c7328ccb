import type { FindingDraft } from "./health-rules.ts";
import type { MailZone } from "./mail-zone.ts";
import { effectiveTerms, isMechanism, parseSpf, rejectedTerms, type SpfTerm } from "./spf.ts";

/** The shortest prefixes that one sender can have: no network of the internet is larger (IANA, address space registries). */
const SHORTEST = { ip4: 8, ip6: 16 };

/** Returns the terms, other than a final `all`, by which everybody or a large part of the internet may send. */
function wideTerms(terms: readonly SpfTerm[], mail: MailZone, seen: readonly string[] = [mail.domain]): SpfTerm[] {
  return effectiveTerms(terms).filter((term) => {
    if (term.qualifier !== "+" || isMechanism(term, "all")) return false;
    if (isMechanism(term, "include") || (term.kind === "modifier" && term.name === "redirect")) {
      const own = seen.includes(term.target) ? undefined : mail.spfTerms(term.target);
      return own !== undefined && isOpen(own, mail, [...seen, term.target]);
    }
    return hasWideRange(term);
  });
}

/** Whether a text lets everybody send. */
function isOpen(terms: readonly SpfTerm[], mail: MailZone, seen: readonly string[]): boolean {
  if (rejectedTerms(terms).length > 0) return false;
  const all = effectiveTerms(terms).find((term) => isMechanism(term, "all"));
  return all?.qualifier === "+" || wideTerms(terms, mail, seen).length > 0;
}

/** Whether a term has an address range that no single network has: "ip4:0.0.0.0/0", "a/1", "mx//0". */
function hasWideRange(term: SpfTerm): boolean {
  const [, first, second] = /\/(\d+)?(?:\/\/(\d+)|\/(\d+))?$/.exec(term.text) ?? [];
  const isBelow = (length: string | undefined, least: number) => length !== undefined && Number(length) < least;
  if (isMechanism(term, "ip4")) return isBelow(first, SHORTEST.ip4);
  if (isMechanism(term, "ip6")) return isBelow(first, SHORTEST.ip6);
  if (!isMechanism(term, "a") && !isMechanism(term, "mx")) return false;
  const ip6 = /\/\/(\d+)$/.exec(term.text)?.[1];
  return (
    isBelow(ip6 === undefined ? first : /[^/]\/(\d+)\/\//.exec(term.text)?.[1], SHORTEST.ip4) ||
    isBelow(ip6 ?? second, SHORTEST.ip6)
  );
}

/** Returns findings about terms that let too many people send, and about a term that receivers do not look up. */
export function wideFindings(terms: readonly SpfTerm[], domain: string, mail: MailZone): FindingDraft[] {
  const found = wideTerms(terms, mail, [domain]).map(({ text }) => text);
  const ptr = effectiveTerms(terms)
    .filter((term) => isMechanism(term, "ptr"))
    .map(({ text }) => text);
  return [
    ...(found.length > 0
      ? [
          {
            code: "spf-wide",
            words: `By ${found.join(" ")} almost everybody may send mail for ${domain}, spammers too. Write the addresses of your own servers.`,
          } satisfies FindingDraft,
        ]
      : []),
    ...(ptr.length > 0
      ? [
          {
            code: "spf-ptr",
            words: `Write the server’s address in place of ${ptr.join(" ")}, such as ip4:192.0.2.1.`,
          } satisfies FindingDraft,
        ]
      : []),
  ];
}

/** Returns the includes and redirects to texts of this zone that receivers cannot use: with a mistake, or two at one name. */
export function brokenIncludes(terms: readonly SpfTerm[], mail: MailZone): SpfTerm[] {
  return effectiveTerms(terms).filter(({ kind, name, target }) => {
    const isFollowed = (kind === "mechanism" && name === "include") || (kind === "modifier" && name === "redirect");
    const texts = isFollowed ? mail.spfTexts(target) : undefined;
    if (!texts || texts.length === 0) return false;
    return texts.length > 1 || texts.some((text) => rejectedTerms(parseSpf(text)).length > 0);
  });
}
