import { canonicalName, isHostName, MAX_NAME, readAsciiName } from "#app/domains/ascii-name.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { isIpv4 } from "./address.ts";
import type { RecordDraft } from "./record.ts";
import { isWithin, toFullName } from "./record-name.ts";
import { ownerLooksLikeOtherDomain } from "./zone-file/absolute-name.ts";
import { delegatedName } from "./zone-records.ts";

/** Characters that stay free for what a provider puts in front of the name: a label of 63 characters and `._domainkey.`. */
const ROOM = 80;

/**
 * Reads the name that a website or mail is connected at. Takes what people paste: a web address, a mail address, the whole name
 * with or without its final dot, or only what comes before the domain, in any case. An empty text and `@` mean the domain.
 * Returns an absolute name in lower-case ASCII, or what is wrong: another domain, a name of several hosts or of no host, one
 * that is too long, or one whose records are kept by other name servers. Source: docs/product/dns.md, "Names below a domain".
 */
export function readNameBelow(typed: string, records: readonly RecordDraft[], zone: string): Parsed<string> {
  const apex = canonicalName(zone);
  const { host, isAddress } = hostOf(cleanInput(typed));
  if (host === "") return isAddress ? invalid(EXAMPLE(apex)) : valid(apex);
  if (isIpv4(host)) return invalid(`${host} is an IP address. ${EXAMPLE(apex)}`);
  const isWhole = /[.。．｡]$/.test(host);
  const ascii = readAsciiName(isWhole ? host.slice(0, -1) : host, "shop");
  if (!ascii.ok) return ascii;
  const isOther = isWhole || (isAddress && ascii.value.includes("."));
  if (!isWithin(ascii.value, apex) && (isOther || ownerLooksLikeOtherDomain(ascii.value, { origin: apex, zone: apex })))
    return invalid(`${host} is not a name of ${toDisplayName(apex)}. ${EXAMPLE(apex)}`);
  if (ascii.value.includes("*")) return invalid("A star stands for many names. Type one name, such as shop.");
  if (!isHostName(ascii.value))
    return invalid("This name has letters and digits, and hyphens only between them, such as shop.");
  const full = toFullName(ascii.value, apex);
  if (!full.ok || full.value === apex) return full;
  if (full.value.length > MAX_NAME - ROOM)
    return invalid(`The whole name may have at most ${MAX_NAME - ROOM} characters here. Type something shorter.`);
  const delegated = delegatedName(full.value, records, apex);
  if (delegated === undefined) return full;
  return invalid(
    `${toDisplayName(delegated)} has name servers of its own (NS), so its records are not kept here. Connect it where they are, or type another name.`,
  );
}

const EXAMPLE = (zone: string) =>
  `Type a name that ends in .${toDisplayName(zone)}, or only what comes before it, such as shop.`;

/** The host of a web address or a mail address, or the text itself. RFC 3986, section 3.2; RFC 5321, section 4.1.2. */
function hostOf(text: string): { host: string; isAddress: boolean } {
  if (text === "@") return { host: "", isAddress: false };
  const rest = text.replace(/^mailto:/i, "").replace(/^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i, "");
  const [authority = ""] = rest.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d{1,5}$/, "");
  return { host: host.trim(), isAddress: host !== text };
}
