import { readableLabel } from "./display-name.ts";
import { type ParsedName, parseDomainName } from "./domain-name.ts";
import { findTldPrice, type TldPrice } from "./tld-prices.ts";

/**
 * "personal": made from the customer's own name; "related": the searched name with another word; "generic": another ending. In
 * display order.
 */
export const SUGGESTION_KINDS = ["personal", "related", "generic"] as const;

/** A suggested name for display; `listed`: the use and prices of its ending, if we list that ending. */
export type Suggestion = { kind: (typeof SUGGESTION_KINDS)[number]; name: string; listed?: ListedPrices };
export type ListedPrices = Pick<TldPrice, "use" | "price" | "renewalPrice">;

/** Suggestions for a name; `about` is that name for display. */
export type Suggestions = { about: string; names: Suggestion[] };

/** The customer; parts of name and e-mail become suggestions. */
export type Customer = { email: string; name?: string | undefined };

type Sources = {
  /** Unchecked suggestions of the provider. */
  provided?: readonly string[];
  person?: Customer | undefined;
};

export const MAX_SUGGESTIONS = 8;
export const SUGGESTED_TLDS = ["com", "site", "org", "net", "ai", "dev"];
/** The first three are always offered. */
const KENYAN_TLDS = ["co.ke", "ke", "or.ke", "me.ke"];
const MAX_KENYAN = 3;
const PREFIXES = ["get", "the", "my", "try"];
const SUFFIXES = ["hub", "online", "tech", "kenya"];
const OWN_TLDS = ["co.ke", "com"];
const MAX_OWN_NAMES = 4;

/**
 * Returns at most eight distinct suggestions, without the searched name: three Kenyan endings, then the kinds take turns
 * until there are eight, so that no kind displaces another. The result is sorted by kind: personal, related, generic. Invalid
 * names are left out. Source: docs/product/domains.md, "Suggestions".
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
    const found = takeName(pool, (domain) => domain === name.domain || chosen.has(domain));
    if (found) chosen.set(found.domain, { kind, name: found.display, ...listedFor(found) });
  };
  for (let index = 0; index < MAX_KENYAN; index++) choose("generic", kenyan);
  const isDone = () => chosen.size === MAX_SUGGESTIONS || SUGGESTION_KINDS.every((kind) => pools[kind].length === 0);
  while (!isDone()) {
    for (const kind of SUGGESTION_KINDS) if (chosen.size < MAX_SUGGESTIONS) choose(kind, pools[kind]);
  }
  const order = (kind: Suggestion["kind"]) => SUGGESTION_KINDS.indexOf(kind);
  return [...chosen.values()].sort((one, other) => order(one.kind) - order(other.kind));
}

/**
 * Returns the names that an invalid text may mean (`namesMeant`) as suggestions, with those for the first of them; empty if
 * nothing is meant.
 */
export function suggestMeant(meant: readonly string[]): Suggestions {
  const parsed = meant.map((name) => parseDomainName(name)).filter((found) => found.kind === "name");
  const [first] = parsed;
  if (!first) return { about: "", names: [] };
  const own = parsed.map((found): Suggestion => ({ kind: "generic", name: found.display, ...listedFor(found) }));
  const more = suggestNames(first).filter(({ name }) => !meant.includes(name));
  return { about: first.display, names: [...own, ...more] };
}

/** Names that only their owners may use: with a word added they would look like a fake. */
const WELL_KNOWN =
  "airtel amazon apple equity facebook google instagram jumia kcb kplc kra microsoft mpesa netflix paypal safaricom tiktok twitter visa whatsapp youtube";

/** Returns whether a name belongs to a well-known company. */
export function isWellKnown(name: ParsedName): boolean {
  return WELL_KNOWN.split(" ").includes(labelOf(name).replaceAll("-", ""));
}

function listedFor({ tld }: ParsedName): { listed?: ListedPrices } {
  const listed = findTldPrice(tld);
  return listed ? { listed: pricesOf(listed) } : {};
}

/** Returns the parts of a price-list entry that stand beside a name. */
export function pricesOf({ use, price, renewalPrice }: TldPrice): ListedPrices {
  return { use, price, renewalPrice };
}

/**
 * Returns at most four names made from the customer's name and e-mail, the Kenyan ending first, without the names that they own
 * (`owned`, in ASCII). Source: docs/product/dashboard.md, "Dashboard"; docs/product/domains.md, "Suggestions".
 */
export function suggestOwnNames({ email, name }: Customer, owned: readonly string[]): Suggestion[] {
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

/** Returns the label before the ending for display: "njeri" of njeri.co.ke. */
export function labelOf({ domain }: ParsedName): string {
  return readableLabel(domain.slice(0, domain.indexOf(".")));
}

/** Removes names from the pool until one is valid and not known. */
function takeName(pool: string[], isKnown: (domain: string) => boolean): ParsedName | undefined {
  for (let text = pool.shift(); text !== undefined; text = pool.shift()) {
    const parsed = parseDomainName(text);
    if (parsed.kind === "name" && !isKnown(parsed.domain)) return parsed;
  }
}

/**
 * The provider's ideas come after our first two; after all eight words that we add ourselves there would be no place for
 * them.
 */
function withIdeas([first, second, ...rest]: string[], ideas: readonly string[]): string[] {
  return [first, second, ...ideas, ...rest].filter((name) => name !== undefined);
}

/** The name with a word before or behind it, with the searched ending if we sell it. The first word depends on the name. */
function related(label: string, tld: string): string[] {
  const ending = findTldPrice(tld) ? tld : "com";
  const words = PREFIXES.flatMap((prefix, index) => [`${prefix}${label}`, `${label}${SUFFIXES[index]}`]);
  return rotated(words, label).map((word) => `${word}.${ending}`);
}

/** Other endings: .com first, then the rest, rotated so that different names begin with different endings. */
function otherEndings(label: string): string[] {
  const [com, ...others] = SUGGESTED_TLDS;
  return [com, ...rotated(others, label)].map((tld) => `${label}.${tld}`);
}

/** Rotates a list by a hash of the name: stable for a name, and every entry comes first for some name. */
function rotated(list: readonly string[], name: string): string[] {
  const start = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function personal({ email, name = "" }: Customer): string[] {
  const words = wordsOf(`${email.slice(0, email.indexOf("@"))} ${name}`);
  return OWN_TLDS.flatMap((tld) => words.map((word) => `${word}.${tld}`));
}

/** Returns the words of a text as labels: at least two letters, digits or hyphens. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, ""));
  return words.filter((word) => word.length > 1);
}
