import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { isPublicAddress } from "./public-address.server.ts";

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
