import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";

const IPV4_EXAMPLE = "41.90.64.12";
const IPV6_EXAMPLE = "2c0f:fe38:2405::12";

const NUMBER = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${NUMBER}(\\.${NUMBER}){3}$`);

/**
 * Whether a text is four numbers from 0 to 255 with dots and without leading zeros. RFC 1035, section 3.4.1; RFC 6943,
 * section 3.1.1.
 */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/**
 * Returns an IPv6 address in the notation of RFC 5952, which Cloudflare stores too. Accepts every notation of RFC 4291,
 * section 2.2. Returns undefined for text that is not an IPv6 address or has a zone id (fe80::1%eth0).
 */
export function canonicalIpv6(text: string): string | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(":")) return undefined;
  try {
    const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
    const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
    return high && low ? `::ffff:${[...bytesOf(high), ...bytesOf(low)].join(".")}` : canonical;
  } catch {
    return undefined;
  }
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

/** Returns the IPv4 address that a user typed for an A record. Source: docs/product/dns.md, "DNS records". */
export function readIpv4(typed: string): Parsed<string> {
  const text = cleanInput(typed);
  if (isIpv4(text)) return valid(text);
  const plain = `Enter an IPv4 address with four numbers, such as ${IPV4_EXAMPLE}.`;
  if (canonicalIpv6(text))
    return invalid("That is an IPv6 address. Choose the type AAAA for it, or enter an IPv4 address.");
  if (/^\d+(\.\d+){3}([:/]\d+)$/.test(text)) return invalid(`${plain} Leave out what comes after the last number.`);
  if (/^\d+(\.\d+){3}$/.test(text))
    return invalid(`${plain} Each number is between 0 and 255, without zeros in front.`);
  if (/\p{L}/u.test(text) && text.includes("."))
    return invalid(`${plain} To point to another name instead, choose the type CNAME.`);
  return invalid(plain);
}

/** Returns the IPv6 address that a user typed for an AAAA record, in the notation of RFC 5952. */
export function readIpv6(typed: string): Parsed<string> {
  const text = cleanInput(typed);
  const canonical = canonicalIpv6(text);
  if (canonical) return valid(canonical);
  const plain = `Enter an IPv6 address, such as ${IPV6_EXAMPLE}.`;
  if (isIpv4(text)) return invalid("That is an IPv4 address. Choose the type A for it, or enter an IPv6 address.");
  if (text.includes("%")) return invalid(`${plain} Leave out the % and what comes after it.`);
  if (/^\[.*\]/.test(text)) return invalid(`${plain} Leave out the brackets and what comes after them.`);
  if (text.includes("/")) return invalid(`${plain} Leave out the / and what comes after it.`);
  return invalid(plain);
}
