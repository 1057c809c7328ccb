import { effectiveTerms, isMechanism, parseSpf, type Qualifier, type SpfTerm, spfKey, spfText } from "./spf.ts";
import { readableSpf } from "./spf-likely.ts";

type Merging = {
  /** The domain to include, if it is not included yet. */
  include?: string;
  /** Domains whose includes are removed. */
  without?: readonly string[];
  /** The last term if no text has an `all`. */
  all: `${Qualifier}all`;
};

/**
 * If the texts have several `all` terms, the first of this list is kept. It loses the least mail. "+all" is kept only if there
 * is no other.
 */
const ENDINGS: readonly Qualifier[] = ["?", "~", "-", "+"];

/**
 * Merges the SPF texts of a name (none, one or several) into one, with every sender once. Two texts make the check fail (RFC
 * 7208, section 4.5), and so do two redirects (section 6). Terms after `all` are ignored (section 5.1), so they are moved in
 * front of it. A term that receivers cannot read is replaced by its likely meaning or, without one, left out (`readableSpf`).
 */
export function mergeSpf(texts: readonly string[], { include, without = [], all }: Merging): string {
  const records = texts.map((text) => parseSpf(readableSpf(text).text));
  const isGone = (term: SpfTerm) => isMechanism(term, "include") && without.includes(term.target);
  const senders = distinct(records.flat()).filter(
    (term) => term.kind !== "modifier" && !isMechanism(term, "all") && !isGone(term),
  );
  if (include !== undefined && !includesAny(senders, [include])) senders.push(includeTerm(include));

  const effective = records.flatMap(effectiveTerms);
  const ending = effective.filter((term) => isMechanism(term, "all"));
  const redirects = distinct(records.flat()).filter(isRedirect);
  // A redirect works only without `all`, and only one redirect is allowed. All others become includes, which have the same
  // effect.
  const kept = ending.length === 0 ? redirects.slice(0, 1) : [];
  const named = redirects.filter((term) => !kept.includes(term)).map(({ target }) => includeTerm(target));
  const last = kept.length > 0 ? [] : [{ text: endingOf(ending) ?? all }];
  return spfText([...distinct([...senders, ...named]), ...last, ...kept, ...others(records.flat())]);
}

/** Whether the terms include one of the domains. */
export function includesAny(terms: readonly SpfTerm[], domains: readonly string[]): boolean {
  return terms.some((term) => isMechanism(term, "include") && term.qualifier === "+" && domains.includes(term.target));
}

function includeTerm(domain: string): SpfTerm {
  return { text: `include:${domain}`, kind: "mechanism", name: "include", qualifier: "+", target: domain };
}

function isRedirect({ kind, name }: SpfTerm): boolean {
  return kind === "modifier" && name === "redirect";
}

/** The other modifiers, each once. Leaves out "v": a second "v=spf1" in the middle of a text. */
function others(terms: readonly SpfTerm[]): SpfTerm[] {
  const modifiers = terms.filter((term) => term.kind === "modifier" && !isRedirect(term) && term.name !== "v");
  return firstOf(modifiers, ({ name }) => name);
}

function endingOf(terms: readonly SpfTerm[]): string | undefined {
  const found = ENDINGS.find((qualifier) => terms.some((term) => term.qualifier === qualifier));
  return terms.find(({ qualifier }) => qualifier === found)?.text;
}

function distinct(terms: readonly SpfTerm[]): SpfTerm[] {
  return firstOf(terms, spfKey);
}

/** The first term of each kind, in order. */
function firstOf(terms: readonly SpfTerm[], kindOf: (term: SpfTerm) => string): SpfTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(kindOf(term)) && seen.add(kindOf(term)));
}
