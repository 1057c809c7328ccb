import { readableLabel } from "./dns/display-name.ts";
import { type ParsedName, parseDomainName } from "./domain-name.ts";
import { findTldPrice, type TldPrice } from "./tld-prices.ts";

/** Made from who asks, from the name with a word more, or from the same name with another ending. In the order shown. */
export const SUGGESTION_KINDS = ["personal", "related", "generic"] as const;

/** A name close to the one that was searched, as people read it; what its ending is for and costs, if we list it. */
export type Suggestion = { kind: (typeof SUGGESTION_KINDS)[number]; name: string; listed?: ListedPrices };
export type ListedPrices = Pick<TldPrice, "use" | "price" | "renewalPrice">;

/** Names close to one, which `about` says as people read it. */
export type Suggestions = { about: string; names: Suggestion[] };

/** Who asks; parts of both become names of their own. */
export type Person = { email: string; name?: string | undefined };

type Sources = {
  /** Names that the provider thought of: anything may be in it. */
  provided?: readonly string[];
  person?: Person | undefined;
};

export const MAX_SUGGESTIONS = 8;
export const SUGGESTED_TLDS = ["com", "site", "org", "net", "ai", "dev"];
/** The first three of these are always offered, whatever was searched. */
const KENYAN_TLDS = ["co.ke", "ke", "or.ke", "me.ke"];
const MOST_KENYAN = 3;
const PREFIXES = ["get", "the", "my", "try"];
const SUFFIXES = ["hub", "online", "tech", "kenya"];
const OWN_TLDS = ["co.ke", "com"];
const MAX_OWN_NAMES = 4;

/**
 * At most eight names close to `name`, never that name itself and none twice: three Kenyan endings, then each kind gives one
 * in turn until there are eight, so that no kind crowds out another; at last they are sorted personal, related, generic.
 * What is no name is left out. Source: docs/product.md, "Suggestions".
 */
export function suggestNames(name: ParsedName, { provided = [], person }: Sources = {}): Suggestion[] {
  const label = labelOf(name);
  const kenyan = KENYAN_TLDS.filter((tld) => tld !== name.tld).map((tld) => `${label}.${tld}`);
  const pools: Record<Suggestion["kind"], string[]> = {
    personal: person ? personal(person) : [],
    related: withIdeas(related(label, name.tld), provided),
    generic: otherEndings(label),
  };
  const chosen = new Map<string, Suggestion>();
  const choose = (kind: Suggestion["kind"], pool: string[]) => {
    const next = takeName(pool, (domain) => domain === name.domain || chosen.has(domain));
    if (next) chosen.set(next.domain, { kind, name: next.display, ...listedFor(next) });
  };
  for (let index = 0; index < MOST_KENYAN; index++) choose("generic", kenyan);
  const isDone = () => chosen.size === MAX_SUGGESTIONS || SUGGESTION_KINDS.every((kind) => pools[kind].length === 0);
  while (!isDone()) {
    for (const kind of SUGGESTION_KINDS) if (chosen.size < MAX_SUGGESTIONS) choose(kind, pools[kind]);
  }
  const order = (kind: Suggestion["kind"]) => SUGGESTION_KINDS.indexOf(kind);
  return [...chosen.values()].sort((one, other) => order(one.kind) - order(other.kind));
}

function listedFor({ tld }: ParsedName): { listed?: ListedPrices } {
  const listed = findTldPrice(tld);
  return listed ? { listed: pricesOf(listed) } : {};
}

/** What is said of an ending beside a name. */
export function pricesOf({ use, price, renewalPrice }: TldPrice): ListedPrices {
  return { use, price, renewalPrice };
}

/**
 * A few names made from a customer's own, at most four, the Kenyan ending first; none that they have already (`owned`, in
 * ASCII). Source: docs/product.md, "Dashboard" and "Suggestions".
 */
export function suggestOwnNames({ email, name }: Person, owned: readonly string[]): Suggestion[] {
  const words = wordsOf(name ?? "");
  const labels = words.length === 0 ? wordsOf(email.slice(0, email.indexOf("@"))) : [words.join(""), ...words];
  const parsed = labels.flatMap((label) => OWN_TLDS.map((tld) => parseDomainName(`${label}.${tld}`)));
  const names = new Map(
    parsed.flatMap((found) => (found.kind === "name" && !owned.includes(found.domain) ? [[found.domain, found]] : [])),
  );
  return [...names.values()]
    .slice(0, MAX_OWN_NAMES)
    .map((found) => ({ kind: "personal", name: found.display, ...listedFor(found) }));
}

/** What stands before the ending: "njeri" of njeri.co.ke, as people read it, to make other names of. */
export function labelOf({ domain }: ParsedName): string {
  return readableLabel(domain.slice(0, domain.indexOf(".")));
}

/** The next of a pool that is a name and not known already; the pool is used up on the way. */
function takeName(pool: string[], isKnown: (domain: string) => boolean): ParsedName | undefined {
  for (let text = pool.shift(); text !== undefined; text = pool.shift()) {
    const parsed = parseDomainName(text);
    if (parsed.kind === "name" && !isKnown(parsed.domain)) return parsed;
  }
}

/** The provider's ideas come after our first two, or eight of our own would leave them no room. */
function withIdeas([first, second, ...rest]: string[], ideas: readonly string[]): string[] {
  return [first, second, ...ideas, ...rest].filter((name) => name !== undefined);
}

/** The name with a word before or behind it, at the searched ending if we sell it. Another name begins with another word. */
function related(label: string, tld: string): string[] {
  const kept = findTldPrice(tld) ? tld : "com";
  const words = PREFIXES.flatMap((prefix, index) => [`${prefix}${label}`, `${label}${SUFFIXES[index]}`]);
  return turned(words, label).map((word) => `${word}.${kept}`);
}

/** .com, then the others. Another name begins with another one. */
function otherEndings(label: string): string[] {
  const [com, ...others] = SUGGESTED_TLDS;
  return [com, ...turned(others, label)].map((tld) => `${label}.${tld}`);
}

/** A list that begins where a name says: the same for the same name, and in the end everything comes first somewhere. */
function turned(list: readonly string[], name: string): string[] {
  const start = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function personal({ email, name = "" }: Person): string[] {
  const words = wordsOf(`${email.slice(0, email.indexOf("@"))} ${name}`);
  return OWN_TLDS.flatMap((tld) => words.map((word) => `${word}.${tld}`));
}

/** The words of a text as parts of names: letters, digits and hyphens, two at least. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, ""));
  return words.filter((word) => word.length > 1);
}
