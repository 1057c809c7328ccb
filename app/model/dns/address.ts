import { cleanInput } from "./ascii-name.ts";
import { invalid, type Parsed, valid } from "./parsed.ts";

const IPV4_EXAMPLE = "41.90.64.12";
const IPV6_EXAMPLE = "2c0f:fe38:2405::12";

const NUMBER = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${NUMBER}(\\.${NUMBER}){3}$`);

/** Four numbers from 0 to 255 with dots between and no zeros in front. RFC 1035, section 3.4.1; RFC 6943, section 3.1.1. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/**
 * Takes an IPv6 address in any notation of RFC 4291, section 2.2, and gives the one of RFC 5952 (lower case, the longest run
 * of zeros left out, an IPv4 address within written as one), which Cloudflare stores too; undefined when it is none. A zone
 * id (fe80::1%eth0) is not part of an address in DNS.
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

/** Takes what was typed for an A record and gives the address. Source: docs/product.md, "DNS records". */
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

/** Takes what was typed for an AAAA record and gives the address as RFC 5952 writes it. */
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
