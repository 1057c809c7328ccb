import type { DesiredRecord } from "../diff-zone.ts";
import { txtText } from "../txt.ts";
import { providersMissingInSpf } from "./health-spf.ts";
import { withSpf } from "./mail-records.ts";
import type { MailZone } from "./mail-zone.ts";
import { PRESETS } from "./presets.ts";
import { isMechanism, parseSpf, type SpfTerm, spfText } from "./spf.ts";
import { emptyIncludes, proxiedTerms, voidTerms } from "./spf-check.ts";
import { readableSpf } from "./spf-likely.ts";
import { mergeSpf } from "./spf-merge.ts";

/** Returns the zone's records with the SPF text fixed; undefined if only a person can know the right text. */
type SpfFix = (mail: MailZone) => DesiredRecord[] | undefined;

const SOFT = "~all";

/** Applies a fix to the SPF text of a name that has exactly one. */
const fixOnlySpf =
  (fix: (text: string, terms: SpfTerm[], mail: MailZone) => string | undefined): SpfFix =>
  (mail) => {
    const [record, second] = mail.spfs();
    if (!record || second) return undefined;
    const text = txtText(record.content);
    const fixed = fix(text, parseSpf(text), mail);
    return fixed === undefined ? undefined : withSpf(mail, mail.records, fixed);
  };

const without = (terms: readonly SpfTerm[], gone: readonly SpfTerm[]) =>
  spfText(terms.filter((term) => !gone.includes(term)));

export const spfFixes = {
  missing: (mail) => withSpf(mail, mail.records, firstText(mail)),
  doubled: (mail) => {
    const texts = mail.spfs().map(({ content }) => txtText(content));
    return withSpf(mail, mail.records, mergeSpf(texts, { all: SOFT }));
  },
  broken: fixOnlySpf((text) => {
    const { text: readable, leftOut } = readableSpf(text);
    // Two redirects make the text invalid; `mergeSpf` turns them into includes, which work.
    return leftOut.length > 0 ? undefined : mergeSpf([readable], { all: SOFT });
  }),
  empty: fixOnlySpf((_, terms, mail) => without(terms, emptyIncludes(terms, mail))),
  void: fixOnlySpf((_, terms, mail) => without(terms, voidTerms(terms, mail))),
  cdn: fixOnlySpf((_, terms, mail) => {
    const proxied = proxiedTerms(terms, mail);
    const addresses = (term: SpfTerm) =>
      mail.addresses(term.target || mail.domain).map(({ type, content }) => {
        const sign = term.qualifier === "+" ? "" : term.qualifier;
        return { text: `${sign}${type === "A" ? "ip4" : "ip6"}:${content}` };
      });
    // A term cannot be replaced if it has a prefix length, or if its name has no address here, as with a CNAME.
    if (proxied.some((term) => term.text.includes("/") || addresses(term).length === 0)) return undefined;
    return spfText(terms.flatMap((term) => (proxied.includes(term) ? addresses(term) : [term])));
  }),
  open: fixOnlySpf((_, terms) =>
    spfText(terms.map((term) => (isMechanism(term, "all") && term.qualifier === "+" ? { text: SOFT } : term))),
  ),
  neutral: fixOnlySpf((_, terms) =>
    spfText(terms.map((term) => (isMechanism(term, "all") && term.qualifier === "?" ? { text: SOFT } : term))),
  ),
  order: fixOnlySpf((text) => mergeSpf([text], { all: SOFT })),
  provider: fixOnlySpf((text, terms, mail) =>
    providersMissingInSpf(terms, mail).reduce(
      (merged, { include }) => mergeSpf([merged], { include, all: SOFT }),
      text,
    ),
  ),
} satisfies Record<string, SpfFix>;

/**
 * The first SPF text of a domain: its mail servers may send. A domain without mail servers says that nobody may (RFC
 * 7208, section 10.1.2).
 */
function firstText(mail: MailZone): string {
  const { servers, providers } = mail;
  if (servers.length === 0) return "v=spf1 -all";
  const [first] = providers;
  const all = first && providers.length === 1 ? PRESETS[first].all : SOFT;
  const own = providers.includes(undefined) ? "v=spf1 mx" : "v=spf1";
  const includes = providersMissingInSpf([], mail).map(({ include }) => `include:${include}`);
  return [own, ...includes, all].join(" ");
}
