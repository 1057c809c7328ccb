import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";

/** Characters of one label and of a whole name without its final dot. RFC 1035, section 2.3.4. */
const MAX_LABEL = 63;
export const MAX_NAME = 253;

/** Appended only for the conversion: the URL parser reads a name that ends in digits as an IPv4 address. */
const ENDING = ".invalid";

/**
 * Returns a typed name, relative or absolute, in lower-case ASCII (RFC 5890; UTS #46, as browsers do it). The name must
 * not have a final dot. Labels may have letters, digits, hyphens, underscores and stars, as Cloudflare allows ("DNS
 * record types", A and AAAA). `example` ends the error messages.
 */
export function readAsciiName(typed: string, example: string): Parsed<string> {
  if (typed.length > 2048) return invalid("That is too long for a name.");
  const name = cleanInput(typed.normalize("NFKC")).toLowerCase().replaceAll("。", ".");
  const problem = problemOfTyped(name, example);
  if (problem) return invalid(problem);

  const ascii = asciiOf(name);
  if (ascii === undefined)
    return invalid(`That name cannot be used. Check how it is spelt, or type another, such as ${example}.`);
  const misshapen = problemOfShape(ascii, example);
  return misshapen ? invalid(misshapen) : valid(ascii);
}

function problemOfTyped(name: string, example: string): string | undefined {
  if (name === "") return `Type a name, such as ${example}.`;
  if (/^[a-z][a-z0-9+.-]*:\/\/|^\/\/|^mailto:|\//.test(name))
    return `That is a web address. Type the name alone, without https:// and without slashes, such as ${example}.`;
  if (/\S@\S/.test(name)) return `That is an e-mail address. Type a name without @, such as ${example}.`;
  if (/\s/.test(name)) return `A name has no spaces. Type it in one piece, such as ${example}.`;
  if (!/^[\p{L}\p{M}\p{N}._*-]+$/u.test(name))
    return `A name has letters, digits, hyphens and dots only, such as ${example}.`;
}

/** Does not use URL.canParse: in Node 20.20 its optimised path rejects names with Latin letters such as "ü". */
function asciiOf(name: string): string | undefined {
  if (/^[a-z0-9._*-]+$/.test(name) && !name.includes("xn--")) return name;
  try {
    const { hostname } = new URL(`http://${name}${ENDING}`);
    return /^[a-z0-9._*-]+$/.test(hostname) ? hostname.slice(0, -ENDING.length) : undefined;
  } catch {
    return undefined;
  }
}

function problemOfShape(ascii: string, example: string): string | undefined {
  const labels = ascii.split(".");
  if (labels.includes("")) return `Every dot needs something before it and after it, such as ${example}.`;
  if (labels.some((label) => label.length > MAX_LABEL))
    return `Each part between two dots has at most ${MAX_LABEL} characters. Type something shorter, such as ${example}.`;
  if (ascii.length > MAX_NAME)
    return `A whole name has at most ${MAX_NAME} characters. Type something shorter, such as ${example}.`;
}

/**
 * Whether a name is a valid host name: letters, digits and hyphens, and no hyphen at either end of a label. RFC 1123,
 * section 2.1. Records that are not about hosts may have other names (RFC 2181, section 11).
 */
export function isHostName(ascii: string): boolean {
  return ascii.split(".").every((label) => /^(?!-)[a-z0-9-]+(?<!-)$/.test(label));
}

/** Returns a name for comparing: lower case, no final dot. RFC 1035, section 2.3.3; RFC 4343. */
export function canonicalName(name: string): string {
  const text = name.trim().toLowerCase();
  return text.length > 1 && text.endsWith(".") ? text.slice(0, -1) : text;
}
