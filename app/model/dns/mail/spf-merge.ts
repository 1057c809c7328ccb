import { effectiveTerms, isMechanism, parseSpf, type Qualifier, type SpfTerm, spfKey, spfText } from "./spf.ts";

type Merging = {
  /** The domain that shall be named once, by `include`. */
  include?: string;
  /** Domains that shall be named no longer. */
  without?: readonly string[];
  /** How the text ends if none of the texts says how. */
  all: `${Qualifier}all`;
};

/** Of several endings the one that loses the least mail, but never "everybody" beside another. */
const ENDINGS: readonly Qualifier[] = ["?", "~", "-", "+"];

/**
 * Makes one SPF text of those that a name has, none, one or several: every sender of theirs once and in order, and with them
 * the one that is to be added. Two texts make every check of the sender fail (RFC 7208, section 4.5), and so do two `redirect`
 * (section 6); what stands behind `all` was never looked at (section 5.1) and is put before it, where it was meant to be.
 */
export function mergeSpf(texts: readonly string[], { include, without = [], all }: Merging): string {
  const records = texts.map(parseSpf);
  const isGone = (term: SpfTerm) => isMechanism(term, "include") && without.includes(term.target);
  const senders = distinct(records.flat()).filter(
    (term) => term.kind !== "modifier" && !isMechanism(term, "all") && !isGone(term),
  );
  if (include !== undefined && !includesAny(senders, [include])) senders.push(including(include));

  const looked = records.flatMap(effectiveTerms);
  const ending = looked.filter((term) => isMechanism(term, "all"));
  const redirects = distinct(looked).filter(isRedirect);
  // A redirect is looked at only where nothing says `all`, and there can be one: elsewhere, naming its domain says the same.
  const kept = ending.length === 0 ? redirects.slice(0, 1) : [];
  const named = redirects.filter((term) => !kept.includes(term)).map(({ target }) => including(target));
  const last = kept.length > 0 ? [] : [{ text: endingOf(ending) ?? all }];
  return spfText([...distinct([...senders, ...named]), ...last, ...kept, ...others(records.flat())]);
}

/** Whether senders of one of these domains are let through by name. */
export function includesAny(terms: readonly SpfTerm[], domains: readonly string[]): boolean {
  return terms.some((term) => isMechanism(term, "include") && term.qualifier === "+" && domains.includes(term.target));
}

function including(domain: string): SpfTerm {
  return { text: `include:${domain}`, kind: "mechanism", name: "include", qualifier: "+", target: domain };
}

function isRedirect({ kind, name }: SpfTerm): boolean {
  return kind === "modifier" && name === "redirect";
}

/** The other modifiers, each once; "v" is the version of a text that was pasted behind another. */
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

/** The first of each kind, in order. */
function firstOf(terms: readonly SpfTerm[], kindOf: (term: SpfTerm) => string): SpfTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(kindOf(term)) && seen.add(kindOf(term)));
}
