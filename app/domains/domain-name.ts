import { parse } from "tldts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { toDisplayName } from "./display-name.ts";

/**
 * The input of a search box. `domain` is the ASCII name that providers expect, `display` the form for people (ASCII if it could
 * be confused with another name), `tld` the ending without a leading dot ("co.ke"). `message` is for the visitor.
 */
type ParsedInput = { kind: "empty" } | { kind: "invalid"; message: string } | ParsedName;
export type ParsedName = { kind: "name"; domain: string; display: string; tld: string };

const MAX_TYPED = 2048;
/** RFC 1035, section 2.3.4. */
const MAX_LABEL = 63;
const MAX_NAME = 253;
const EXAMPLE = "for example mamanjeri.co.ke";
const TOO_LONG = "That is too long for a name.";
const BAD_LETTER = `A name has letters, digits and hyphens only, ${EXAMPLE}.`;

/**
 * Parses typed or pasted text: a name of any depth, a whole URL (scheme, path, port and "www." are removed) or an international
 * name. Without a dot ".com" is added. A subdomain (shop.njeri.com) becomes the domain that can be bought (njeri.com). Never
 * throws. Source: docs/product/domains.md, "Domain search".
 */
export function parseDomainName(input: string): ParsedInput {
  if (input.length > MAX_TYPED) return invalid(TOO_LONG);
  const typed = cleanInput(input.normalize("NFKC")).toLowerCase();
  if (typed === "") return { kind: "empty" };

  const host = hostOf(typed);
  const qualified = host.includes(".") ? host : `${host}.com`;
  const ascii = toAscii(qualified);
  const problem = typingProblem(host) ?? asciiProblem(ascii);
  return problem ? invalid(problem) : registrable(ascii);
}

function invalid(message: string): ParsedInput {
  return { kind: "invalid", message };
}

/** A scheme, also typed with a mistake: `https//`, `https:/`, `http;//`. */
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^h{0,2}ttps?[:;.,]?[/\\]+|^https?[:;](?=[\p{L}\p{N}])/u;

/** People type a comma for a dot, because it is beside the dot on a phone's keyboard. */
const COMMA = / ?, ?/g;

/** Returns the host of a URL: no scheme, credentials, path, port or trailing dot. */
function hostOf(typed: string): string {
  const rest = typed.replace(SCHEME, "");
  const [authority = ""] = rest.split(/[/?#\\]/, 1);
  const host = rest === typed ? authority : authority.slice(authority.lastIndexOf("@") + 1);
  return host.replace(/:\d*$/, "").replaceAll("。", ".").replace(COMMA, ".").replace(/\.$/, "").trim();
}

/** Returns the ASCII name (UTS #46, as browsers do), or "" if there is none. */
function toAscii(qualified: string): string {
  // An ASCII name must not pass through URL, which reads "254.1" as an IP address.
  if (/^[a-z0-9.-]+$/.test(qualified) && !qualified.includes("xn--")) return qualified;
  try {
    // Not URL.canParse: in Node 20.20 its optimised path rejects names with Latin letters such as "ü".
    return new URL(`http://${qualified}`).hostname;
  } catch {
    return "";
  }
}

function typingProblem(host: string): string | undefined {
  if (host === "") return `Type a name, ${EXAMPLE}.`;
  if (/\s/.test(host)) return `A name has no spaces. Write it as one word or with hyphens, ${EXAMPLE}.`;
  if (/[^@]@[^@]/.test(host)) return `That is an e-mail address. Type the name alone, ${EXAMPLE}.`;
  if (/^\d+(\.\d+){3}$|^\[|:.*:/.test(host)) return `That is an IP address. Type a name, ${EXAMPLE}.`;
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(host)) return "A name cannot have emoji in it.";
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(host)) return BAD_LETTER;
}

function asciiProblem(ascii: string): string | undefined {
  const labels = ascii.split(".");
  if (!/^[a-z0-9.-]+$/.test(ascii)) return BAD_LETTER;
  if (labels.includes("")) return `Every dot needs something before it and after it, ${EXAMPLE}.`;
  if (labels.some((label) => label.length > MAX_LABEL))
    return `${TOO_LONG} Each part between two dots has at most ${MAX_LABEL} characters.`;
  if (ascii.length > MAX_NAME) return TOO_LONG;
  if (labels.some((label) => label.startsWith("-") || label.endsWith("-")))
    return "A name cannot begin or end with a hyphen.";
  if (!/\.([a-z]{2,}|xn--[a-z0-9-]+)$/.test(ascii))
    return "After the last dot come at least two letters, for example .com or .co.ke.";
}

function registrable(ascii: string): ParsedInput {
  const { domain, publicSuffix, isIcann } = parse(ascii, { extractHostname: false });
  if (!domain || !publicSuffix) return invalid(`.${ascii} is an ending. Put a name in front of it, ${EXAMPLE}.`);

  // "www.mamamboga" is a name whose .com was left out; "www.com" and "www.co.ke" are real names.
  if (!isIcann && domain.startsWith("www.")) return parseDomainName(domain.slice("www.".length));
  return { kind: "name", domain, display: toDisplayName(domain), tld: publicSuffix };
}
