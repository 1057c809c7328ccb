import { canonicalIpv6, isIpv4 } from "./address.ts";

/**
 * Ranges that are not reachable from the internet: IANA's special-purpose registries (RFC 6890), multicast (RFC 5771,
 * RFC 4291) and reserved space. The documentation ranges (RFC 5737) and the discard prefix (RFC 6666) are left out on
 * purpose: proxied records use 192.0.2.1 and 100:: for "no origin server" (Cloudflare, "Proxy status").
 */
const PRIVATE_IPV4_RANGES: readonly (readonly [start: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Unspecified, loopback, unique local (RFC 4193), link-local, site-local (RFC 3879), multicast. */
const PRIVATE_IPV6_RANGE = /^(::|::1)$|^f[cd][0-9a-f]{2}:|^fe[89a-f][0-9a-f]:|^ff[0-9a-f]{2}:/;

/**
 * Whether an IPv4 or IPv6 address is unreachable from the internet. False for text that is not an address. Cloudflare
 * rejects such an address in a proxied record (error 9003).
 */
export function isPrivateAddress(address: string): boolean {
  if (isIpv4(address)) return isInIpv4Range(address, PRIVATE_IPV4_RANGES);
  const canonical = canonicalIpv6(address);
  if (canonical === undefined) return false;
  const embedded = mappedIpv4(address);
  return embedded ? isPrivateAddress(embedded) : PRIVATE_IPV6_RANGE.test(canonical);
}

/**
 * Returns the IPv4 address in an IPv4-mapped IPv6 address such as ::ffff:192.0.2.1; undefined for other addresses. Such
 * addresses have a meaning only inside a computer; no packet is sent to them: RFC 4291, section 2.5.5.2; IANA, special-purpose
 * address registry.
 */
export function mappedIpv4(address: string): string | undefined {
  return /^::ffff:([\d.]+)$/.exec(canonicalIpv6(address) ?? "")?.[1];
}

/**
 * Whether an IPv4 address is in one of the ranges. A range is its first address and the length of its prefix in bits.
 */
export function isInIpv4Range(address: string, ranges: typeof PRIVATE_IPV4_RANGES): boolean {
  return ranges.some(([start, bits]) => prefix(address, bits) === prefix(start, bits));
}

function prefix(address: string, bits: number): number {
  const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return Math.floor(value / 2 ** (32 - bits));
}

/** Addresses of the CDN: Cloudflare, "IP Ranges" (cloudflare.com/ips). */
const CDN_IPV4_RANGES: readonly (readonly [start: string, bits: number])[] = [
  ["103.21.244.0", 22],
  ["103.22.200.0", 22],
  ["103.31.4.0", 22],
  ["104.16.0.0", 13],
  ["104.24.0.0", 14],
  ["108.162.192.0", 18],
  ["131.0.72.0", 22],
  ["141.101.64.0", 18],
  ["162.158.0.0", 15],
  ["172.64.0.0", 13],
  ["173.245.48.0", 20],
  ["188.114.96.0", 20],
  ["190.93.240.0", 20],
  ["197.234.240.0", 22],
  ["198.41.128.0", 17],
];
const CDN_IPV6_RANGE = /^(2400:cb00|2405:8100|2405:b500|2606:4700|2803:f800|2a06:98c[0-7]|2c0f:f248):/;

/** Whether an IPv4 or IPv6 address belongs to the CDN. False for text that is not an address. */
export function isCdnAddress(address: string): boolean {
  if (isIpv4(address)) return isInIpv4Range(address, CDN_IPV4_RANGES);
  return CDN_IPV6_RANGE.test(canonicalIpv6(address) ?? "");
}
