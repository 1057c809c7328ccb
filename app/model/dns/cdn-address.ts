import { canonicalIpv6, isIpv4 } from "./address.ts";
import { isInIpv4Range } from "./private-address.ts";

/** What the CDN answers with. Cloudflare, "IP Ranges" (cloudflare.com/ips). */
const IPV4_RANGES: readonly (readonly [start: string, bits: number])[] = [
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
const IPV6_RANGE = /^(2400:cb00|2405:8100|2405:b500|2606:4700|2803:f800|2a06:98c[0-7]|2c0f:f248):/;

/** Whether an address, IPv4 or IPv6, is one of the CDN's own. False for anything that is no address. */
export function isCdnAddress(address: string): boolean {
  if (isIpv4(address)) return isInIpv4Range(address, IPV4_RANGES);
  return IPV6_RANGE.test(canonicalIpv6(address) ?? "");
}
