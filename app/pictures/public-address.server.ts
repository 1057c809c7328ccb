import { BlockList, isIP } from "node:net";

/** IANA's IPv4 special-purpose registry (RFC 6890), multicast (RFC 5771) and reserved ranges. */
const NOT_PUBLIC_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Ranges within global unicast (RFC 4291) that are not public: protocols, tunnels, documentation. */
const NOT_PUBLIC_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const notPublic = new BlockList();
for (const [start, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(start, bits, "ipv4");
for (const [start, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(start, bits, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/**
 * Returns whether a server may connect to this address on behalf of a visitor. Rejects this machine, private
 * networks, cloud metadata, IPv4-mapped IPv6 and text that is no address. Source: OWASP, Server-Side Request Forgery
 * Prevention Cheat Sheet.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, "ipv4");
  return family === 6 && globalIpv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}
