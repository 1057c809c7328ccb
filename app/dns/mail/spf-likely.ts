import { parse } from "tldts";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import { idleTerms, parseSpf, type SpfTerm, spfText } from "./spf.ts";

const TERM = /^[+?~-]?(?:include|exists|redirect|exp|ptr|ip4|ip6|mx|all|a)(?![a-z0-9.])/i;
/** What mail, word processors and control panels put between and around terms. */
const SEPARATORS = /[,;|\s]+/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DASHES = /[\u2010-\u2015\u2212]/g;
const QUOTES = /["'“”‘’]/g;
const TILDES = /[\u02DC\u223C\uFF5E]/g;

/**
 * Returns the terms that an unreadable term most likely means: "include:a.com~all" is two terms, "a:192.0.2.1" is
 * "ip4:192.0.2.1". Undefined if only a person can know. A proposal is always within the grammar.
 */
export function likelyTerms(text: string): SpfTerm[] | undefined {
  const plain = text.replace(INVISIBLE, "").replace(DASHES, "-").replace(TILDES, "~").replace(QUOTES, "");
  const words = plain.split(SEPARATORS).filter(Boolean).flatMap(unglued);
  const terms = words.map(likelyTerm);
  return words.length > 0 && terms.every((term) => term !== undefined) ? terms : undefined;
}

/**
 * Returns an SPF text with each unreadable term replaced by its likely meaning; unreadable terms without a likely meaning are
 * left out. `replaced` and `leftOut` say what was done. RFC 7208, section 4.6: one unreadable term makes receivers reject the
 * whole record.
 */
export function readableSpf(text: string): {
  text: string;
  replaced: { from: string; to: string }[];
  leftOut: string[];
} {
  const terms = parseSpf(joined(text));
  const idle = idleTerms(terms);
  const replaced: { from: string; to: string }[] = [];
  const leftOut: string[] = [];
  const kept = terms.flatMap((term) => {
    const isUnreadable = term.kind === "unreadable";
    if (!isUnreadable && !idle.includes(term)) return [term];
    const likely = likelyTerms(term.text);
    if (!likely && !isUnreadable) return [term];
    if (likely) replaced.push({ from: term.text, to: likely.map((one) => one.text).join(" ") });
    else leftOut.push(term.text);
    return likely ?? [];
  });
  return { text: spfText(kept), replaced, leftOut };
}

/** Joins what was split by a space: "include: a.com", "~ all". */
function joined(text: string): string {
  const words: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const before = words.at(-1) ?? "";
    const isValue = /^[+?~-]?[a-z0-9]+[:=]$/i.test(before) && TERM.test(before) && !TERM.test(word);
    const isQualified = /^[+?~-]$/.test(before) && /^all$/i.test(word);
    if (isValue || isQualified) words.splice(-1, 1, before + word);
    else words.push(word);
  }
  return words.join(" ");
}

/** Splits terms that were pasted together without a space: "a.com~all", "192.0.2.1include:b.com". */
function unglued(word: string): string[] {
  return word
    .replace(/(?<=[^+?~-])([+?~-]all)$/i, " $1")
    .replace(/(?<=[a-z0-9])([+?~-]?(?:include|exists|redirect|ip4|ip6)[:=])/gi, " $1")
    .split(" ");
}

function likelyTerm(word: string): SpfTerm | undefined {
  const candidates = [word, word.replace(/\.$/, ""), ...spellings(word)];
  for (const candidate of candidates) {
    const [term, second] = parseSpf(`v=spf1 ${candidate}`);
    if (term && !second && term.kind !== "unreadable" && idleTerms([term]).length === 0) return term;
  }
  return undefined;
}

/** Other spellings of a term, the most likely first. */
function spellings(word: string): string[] {
  const [one = ""] = /^[+?~-]/.exec(word) ?? [];
  const bare = word.replace(/^[+?~-]{1,3}/, "");
  const at = bare.search(/[:=]/);
  const [name, value] = at < 0 ? [bare, ""] : [bare.slice(0, at), bare.slice(at + 1)];
  const [address, length] = withoutLength(withoutScheme(value));
  const isName = isRealName(address);
  if (isIpv4(address)) return [`${one}ip4:${address}${length}`];
  if (canonicalIpv6(address)) return [`${one}ip6:${address}${length}`];
  const whole = withoutScheme(word);
  const [alone] = withoutLength(whole);
  if (isIpv4(alone)) return [`ip4:${whole}`];
  if (canonicalIpv6(alone)) return [`ip6:${whole}`];
  // "inlcude", "includes" and the like.
  if (/^in[cl][a-z]{2,6}$/i.test(name)) return isName ? [`${one}include:${address}`] : [];
  switch (name.toLowerCase()) {
    case "all":
      return value === "" ? [`${one}all`] : [];
    case "a":
    case "mx":
      return value === "" ? [`${one}${name}`] : isName ? [`${one}${name}:${address}${length}`] : [];
    case "ip":
    case "ip4":
    case "ip6":
    case "ipv4":
    case "ipv6":
      return isName ? [`${one}a:${address}`] : [];
    case "redirect":
      return isName ? [`redirect=${address}`] : [];
    default:
      // A name alone is most likely the name of a service, and services are named by an include.
      return isRealName(whole) ? [`include:${whole}`] : [];
  }
}

function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}

/** Splits an address and its prefix length. */
function withoutLength(text: string): [address: string, length: string] {
  const [length = ""] = /\/\d{1,3}$/.exec(text) ?? [];
  return [text.slice(0, text.length - length.length), length];
}

/** Whether a name ends in an ending of the internet, so that it can exist. */
export function isRealName(name: string): boolean {
  const { domain, isIcann } = parse(name.replace(/\.$/, ""), { extractHostname: false, validateHostname: false });
  return domain !== null && isIcann === true && !/[^a-z0-9._-]|\.\./i.test(name);
}
