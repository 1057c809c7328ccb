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
/** RFC 7208, section 12: `directive` and `unknown-modifier`. */
const DIRECTIVE = /^([+?~-]?)([a-z][a-z0-9]*)(?::([^/]*))?((?:\/.*)?)$/i;
const IP = /^([+?~-]?)(ip[46]):([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i;
/** A domain, possibly with macros. RFC 7208, section 7.1. */
const DOMAIN = /^(?:%\{[a-z][^}]*\}|%[%_-]|[!-$&-~])+$/i;
const LENGTHS = /^(\/(0|[1-9]\d?))?(\/\/(0|[1-9]\d{0,2}))?$/;

/** Returns the terms of an SPF text, without its version. */
export function parseSpf(text: string): SpfTerm[] {
  const [version = "", ...words] = text.trim().split(/\s+/);
  return (version.toLowerCase() === VERSION ? words : [version, ...words]).filter(Boolean).map(parseTerm);
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
  const [, sign, typed = "", target, lengths = ""] = DIRECTIVE.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const name = typed.toLowerCase();
  const isNamed = target !== undefined && DOMAIN.test(target) && /[.%]/.test(target);
  const isTargetFine = target === undefined || isNamed;
  switch (name) {
    case "all":
      return target === undefined && lengths === "" ? mechanism(text, name, sign) : undefined;
    case "include":
    case "exists":
      return isNamed && lengths === "" ? mechanism(text, name, sign, target) : undefined;
    case "ptr":
      return isTargetFine && lengths === "" ? mechanism(text, name, sign, target) : undefined;
    case "a":
    case "mx":
      return isTargetFine && LENGTHS.test(lengths) ? mechanism(text, name, sign, target) : undefined;
    default:
      return undefined;
  }
}

function parseModifier(text: string): SpfTerm | undefined {
  const [, name, value = ""] = MODIFIER.exec(text) ?? [];
  if (name === undefined || (name.toLowerCase() === "redirect" && !DOMAIN.test(value))) return undefined;
  return { text, kind: "modifier", name: name.toLowerCase(), qualifier: "+", target: canonicalName(value) };
}

function mechanism(text: string, name: string, sign: string, target = ""): SpfTerm {
  const qualifier = sign === "-" || sign === "~" || sign === "?" ? sign : "+";
  return { text, kind: "mechanism", name: name.toLowerCase(), qualifier, target: canonicalName(target) };
}

function unreadable(text: string): SpfTerm {
  return { text, kind: "unreadable", name: "", qualifier: "+", target: "" };
}
