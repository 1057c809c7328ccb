import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import { isPublicAddress } from "./public-address.server.ts";

const CONNECT_MS = 3000;
const CONNECTIONS_PER_HOST = 4;

type AddressesFound = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;
type Resolve = (host: string, options: LookupAllOptions, found: AddressesFound) => void;

export type Connections = {
  agent: Agent;
  /** Whether a host, as a URL writes it, is not an address that nothing may be fetched from. A name passes: it is checked later. */
  mayAsk(host: string): boolean;
};

/**
 * Connections to the internet alone. A name is looked up once, by the connection itself, and connected to is one of the
 * addresses that were checked: whoever answers for the name cannot give another one in between (DNS rebinding). One address
 * that is not public condemns the name. `isOnThisComputer` lets 127.0.0.1 pass too, for the sandbox.
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
    agent: new Agent({ connect: { timeout: CONNECT_MS, lookup: checked }, connections: CONNECTIONS_PER_HOST }),
    // An address is connected to without being looked up.
    mayAsk: (host) => {
      const address = host.replace(/^\[|\]$/g, "");
      return isIP(address) === 0 || mayConnect(address);
    },
  };
}
