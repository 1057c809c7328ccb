import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";

const CONNECTIONS_PER_HOST = 4;

type AddressesFound = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
type Resolve = (host: string, options: LookupAllOptions, found: AddressesFound) => void;

export type Connections = {
  agent: Agent;
  /**
   * Returns false if the host is an IP address that is not public. Host names pass; they are checked when they are
   * resolved.
   */
  mayAsk(host: string): boolean;
};

/**
 * Creates connections to public addresses only. The connection itself resolves the name once and uses a checked
 * address, which prevents DNS rebinding. One address that is not public blocks the name. `isOnThisComputer` also
 * allows 127.0.0.1, for the sandbox.
 */
export function createConnections(isOnThisComputer: boolean, resolve: Resolve = lookup): Connections {
  const mayConnect = (address: string) => isPublicAddress(address) || (isOnThisComputer && address === "127.0.0.1");

  const checked: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return callback(error, []);
      if (!first || !addresses.every(({ address }) => mayConnect(address))) {
        return callback(Object.assign(new Error("not a public address"), { code: "ERR_NOT_PUBLIC" }), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  return {
    agent: new Agent({
      connect: { timeout: deadlineMs("connect"), lookup: checked },
      connections: CONNECTIONS_PER_HOST,
    }),
    // An IP address is not resolved, so it is checked here.
    mayAsk: (host) => {
      const address = host.replace(/^\[|\]$/g, "");
      return isIP(address) === 0 || mayConnect(address);
    },
  };
}

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
