import { canonicalName } from "#app/domains/ascii-name.ts";
import { canonicalIpv6, isIpv4 } from "../address.ts";

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

/** Characters and macros of a name: `macro-string` of RFC 7208, section 12. */
const MACRO_STRING = /^(?:%\{[slodiphv](?:[1-9]\d*)?r?[.+,/_=-]*\}|%[%_-]|[!-$&-~])*$/i;
const MACRO_OR_CHARACTER = /%\{[^}]*\}|%[%_-]|[^%]/g;
const SIGNED = /^([+?~-]?)([a-z][a-z0-9]*)(.*)$/is;
/** Prefix lengths of `a` and `mx`, for IPv4, for IPv6 or for both: `dual-cidr-length`. */
const LENGTHS = /\/(0|[1-9]\d?)(?:\/\/(0|[1-9]\d{0,2}))?$|\/\/(0|[1-9]\d{0,2})$/;
const IP = /^([+?~-]?)(ip[46]):([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/i;

/**
 * Returns the terms of an SPF text, without its version. Only spaces separate terms: a tab or a line break is part of a term.
 */
export function parseSpf(text: string): SpfTerm[] {
  const [version = "", ...words] = text.split(" ").filter(Boolean);
  return (version.toLowerCase() === VERSION ? words : [version, ...words]).filter(Boolean).map(parseTerm);
}

/**
 * Returns the terms for which receivers reject the whole record (permerror): those outside the grammar, and a second `redirect`
 * or `exp`. RFC 7208, sections 4.6 and 6.
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
  return terms.filter(({ kind, name }, index) => (kind === "modifier" ? name !== "redirect" : index <= end));
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
  const [, sign = "", typed = "", rest = ""] = SIGNED.exec(text) ?? [];
  const name = typed.toLowerCase();
  const hasColon = rest.startsWith(":");
  switch (name) {
    case "all":
      return rest === "" ? mechanism(text, name, sign) : undefined;
    case "include":
    case "exists":
      return hasColon && isDomainSpec(rest.slice(1)) ? mechanism(text, name, sign, rest.slice(1)) : undefined;
    case "ptr":
      return rest === "" || (hasColon && isDomainSpec(rest.slice(1)))
        ? mechanism(text, name, sign, rest.slice(1))
        : undefined;
    case "a":
    case "mx": {
      const [lengths = "", ip4 = "0", ip6, onlyIp6] = LENGTHS.exec(rest) ?? [];
      const target = rest.slice(0, rest.length - lengths.length);
      const isTarget = target === "" || (target.startsWith(":") && isDomainSpec(target.slice(1)));
      const isPossible = Number(ip4) <= 32 && Number(ip6 ?? onlyIp6 ?? 0) <= 128;
      return isTarget && isPossible ? mechanism(text, name, sign, target.slice(1)) : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Whether a text is a `domain-spec`: it ends in a macro, or in a label with a letter or an inner hyphen. RFC 7208, section 7.1.
 */
function isDomainSpec(text: string): boolean {
  if (!MACRO_STRING.test(text)) return false;
  if (text.match(MACRO_OR_CHARACTER)?.at(-1)?.startsWith("%")) return true;
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  const dot = name.lastIndexOf(".");
  const label = name.slice(dot + 1);
  return dot >= 0 && /^[a-z0-9-]+$/i.test(label) && !/^-|-$/.test(label) && /[a-z-]/i.test(label);
}

function parseModifier(text: string): SpfTerm | undefined {
  const at = text.indexOf("=");
  const [name, value] = [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
  if (at < 0 || !/^[a-z][a-z0-9._-]*$/.test(name)) return undefined;
  const isKnown = name === "redirect" || name === "exp";
  if (isKnown ? !isDomainSpec(value) : !MACRO_STRING.test(value)) return undefined;
  return { text, kind: "modifier", name, qualifier: "+", target: canonicalName(value) };
}

function mechanism(text: string, name: string, sign: string, target = ""): SpfTerm {
  const qualifier = sign === "-" || sign === "~" || sign === "?" ? sign : "+";
  return { text, kind: "mechanism", name: name.toLowerCase(), qualifier, target: canonicalName(target) };
}

function unreadable(text: string): SpfTerm {
  return { text, kind: "unreadable", name: "", qualifier: "+", target: "" };
}
