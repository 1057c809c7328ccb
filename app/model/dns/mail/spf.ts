import { canonicalIpv6, isIpv4 } from "../address.ts";
import { canonicalName } from "../record-name.ts";

/** One term of an SPF text. RFC 7208, sections 4.6.1 and 12. */
export type SpfTerm = {
  /** As it is written. */
  text: string;
  kind: "mechanism" | "modifier" | "unreadable";
  /** In lower case: "include", "all", "redirect". */
  name: string;
  qualifier: Qualifier;
  /** The domain of the term in lower case; empty means the domain of the text itself. */
  target: string;
};
export type Qualifier = "+" | "-" | "~" | "?";

const VERSION = "v=spf1";

/** The grammar of RFC 7208, section 12. Names as there. */
const MACRO_EXPAND = String.raw`%\{[slodiphv](?:[1-9]\d*)?r?[.+,/_=-]*\}|%%|%_|%-`;
const MACRO_STRING = String.raw`(?:${MACRO_EXPAND}|[!-$&-~])*`;
const TOP_LABEL = String.raw`(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])`;
const DOMAIN_SPEC = String.raw`${MACRO_STRING}(?:\.${TOP_LABEL}\.?|${MACRO_EXPAND})`;
const IP4_LENGTH = String.raw`/(?:0|[1-9]\d?)`;
const IP6_LENGTH = String.raw`/(?:0|[1-9]\d{0,2})`;
const DUAL_LENGTH = String.raw`(?:${IP4_LENGTH})?(?:/${IP6_LENGTH})?`;

const rule = (pattern: string) => new RegExp(`^([+?~-]?)${pattern}$`, "i");
/** Each mechanism with its domain, if it has one. */
const DIRECTIVES = [
  rule("(all)"),
  rule(`(include|exists):(${DOMAIN_SPEC})`),
  rule(`(a|mx)(?::(${DOMAIN_SPEC}))?${DUAL_LENGTH}`),
  rule(`(ptr)(?::(${DOMAIN_SPEC}))?`),
];
const IP = /^([+?~-]?)(ip[46]):([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const REDIRECT_OR_EXP = new RegExp(`^(redirect|exp)=(${DOMAIN_SPEC})$`, "i");
const UNKNOWN_MODIFIER = new RegExp(`^([a-z][a-z0-9._-]*)=(${MACRO_STRING})$`, "i");

/** Returns the terms of an SPF text, without its version. Only spaces separate terms: a tab or a line break is part of one. */
export function parseSpf(text: string): SpfTerm[] {
  const [version = "", ...words] = text.replace(/ +$/, "").split(/ +/);
  return (version.toLowerCase() === VERSION ? words : [version, ...words]).filter(Boolean).map(parseTerm);
}

/**
 * Returns the terms for which receivers reject the whole record (permerror): those outside the grammar, and a second `redirect` or
 * `exp`. RFC 7208, sections 4.6 and 6.
 */
export function rejectedTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  const isSecond = (term: SpfTerm) =>
    term.kind === "modifier" &&
    (term.name === "redirect" || term.name === "exp") &&
    terms.find(({ kind, name }) => kind === "modifier" && name === term.name) !== term;
  return terms.filter((term) => term.kind === "unreadable" || isSecond(term));
}

/**
 * Returns the terms that are within the grammar and do not do what they look like: an unknown modifier with a mechanism's name
 * ("include=a.com"), which receivers ignore (RFC 7208, section 6), and a domain that cannot exist ("include:a.com,b.com").
 */
export function idleTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  return terms.filter(({ kind, name, target }) => {
    if (kind === "modifier" && name !== "redirect") return /^(include|exists|ptr|mx|all|a|ip(v?[46])?)$/.test(name);
    return !target.includes("%") && /[^a-z0-9._-]/.test(target);
  });
}

/** Returns the SPF text of terms. */
export function spfText(terms: readonly Pick<SpfTerm, "text">[]): string {
  return [VERSION, ...terms.map(({ text }) => text)].join(" ");
}

/** Returns a key that is equal for terms with the same meaning. */
export function spfKey({ kind, name, qualifier, text }: SpfTerm): string {
  const bare = text.toLowerCase().replace(/\.$/, "");
  return kind === "mechanism" ? `${qualifier} ${name} ${bare.replace(/^[+?~-]/, "")}` : bare;
}

/** Whether a term is this mechanism, such as `include`. */
export function isMechanism({ kind, name }: SpfTerm, wanted: string): boolean {
  return kind === "mechanism" && name === wanted;
}

/**
 * Returns the terms that receivers evaluate: none after `all`, and `redirect` only without `all`. RFC 7208, sections
 * 5.1 and 6.1.
 */
export function effectiveTerms(terms: readonly SpfTerm[]): SpfTerm[] {
  const end = terms.findIndex((term) => isMechanism(term, "all"));
  if (end < 0) return [...terms];
  return terms.filter(({ kind, name }, index) => index <= end || (kind === "modifier" && name !== "redirect"));
}

function parseTerm(text: string): SpfTerm {
  return parseAddress(text) ?? parseDirective(text) ?? parseModifier(text) ?? unreadable(text);
}

function parseAddress(text: string): SpfTerm | undefined {
  const [, sign, name = "", address = "", length] = IP.exec(text) ?? [];
  const isV4 = name.toLowerCase() === "ip4";
  const isAddress = isV4 ? isIpv4(address) : canonicalIpv6(address) !== undefined;
  const isLength = length === undefined || Number(length) <= (isV4 ? 32 : 128);
  return sign !== undefined && isAddress && isLength ? mechanism(text, name, sign) : undefined;
}

function parseDirective(text: string): SpfTerm | undefined {
  const [, sign, name = "", target] = DIRECTIVES.map((one) => one.exec(text)).find((found) => found !== null) ?? [];
  if (sign === undefined || !hasLengths(text)) return undefined;
  return mechanism(text, name, sign, target);
}

/** Whether the prefix lengths of `a` and `mx` are possible: 32 at most for IPv4, 128 for IPv6. RFC 7208, section 5.6. */
function hasLengths(text: string): boolean {
  const [, ip4 = "0", ip6 = "0"] = /(?<!\/)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(text) ?? [];
  return Number(ip4) <= 32 && Number(ip6) <= 128;
}

function parseModifier(text: string): SpfTerm | undefined {
  const isKnown = /^(redirect|exp)=/i.test(text);
  const [, name, value = ""] = (isKnown ? REDIRECT_OR_EXP : UNKNOWN_MODIFIER).exec(text) ?? [];
  if (name === undefined) return undefined;
  return { text, kind: "modifier", name: name.toLowerCase(), qualifier: "+", target: canonicalName(value) };
}

function mechanism(text: string, name: string, sign: string, target = ""): SpfTerm {
  const qualifier = sign === "-" || sign === "~" || sign === "?" ? sign : "+";
  return { text, kind: "mechanism", name: name.toLowerCase(), qualifier, target: canonicalName(target) };
}

function unreadable(text: string): SpfTerm {
  return { text, kind: "unreadable", name: "", qualifier: "+", target: "" };
}
