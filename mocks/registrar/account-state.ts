import { demoDomains } from "../demo-customers.ts";
import { faultOfName } from "../faults.ts";

/** A DNS record of the provider's own name servers. */
export type AccountRecord = { type: string; name: string; data: string; ttl?: number | undefined };
type Certificate = { certificateId: string; commonName: string; status: string; type: string };
type Hosting = { id: string; domain: string; planId: string; status: string };

type State = {
  /** Registered and transferred domains besides the demo domains, and for how many years. */
  domains: Map<string, number>;
  records: Map<string, AccountRecord[]>;
  certificates: Certificate[];
  hosting: Hosting[];
  /** For each Idempotency-Key, the body of the first order and its response. */
  orders: Map<string, { body: string; response: object }>;
  /** The domains that were transferred. */
  transfers: Set<string>;
  /** How often each domain was in the list. */
  listings: Map<string, number>;
  lastId: number;
};

export const account: State = fresh();

/** Forgets all orders and changes at the domain provider. */
export function forgetAccount(): void {
  Object.assign(account, fresh());
}

function fresh(): State {
  return {
    domains: new Map(),
    records: new Map(),
    certificates: [],
    hosting: [],
    orders: new Map(),
    transfers: new Set(),
    listings: new Map(),
    lastId: 2_400_000,
  };
}

/** Returns a new id. */
export function nextId(): number {
  account.lastId += 1;
  return account.lastId;
}

/** Returns whether a domain is in the account. One with a magic word always is, so that the fault can happen. */
export function isInAccount(domain: string): boolean {
  const isDemo = demoDomains.some(({ name }) => name === domain);
  return isDemo || account.domains.has(domain) || (faultOfName(domain) ?? "gone") !== "gone";
}

/** Returns the records of a domain; at first the provider's two default ones. */
export function recordsOf(domain: string): AccountRecord[] {
  const first = [
    { type: "A", name: "@", data: "203.0.113.24", ttl: 600 },
    { type: "CNAME", name: "www", data: "@", ttl: 3600 },
  ];
  return account.records.get(domain) ?? first;
}
