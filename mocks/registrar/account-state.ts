import { demoDomains } from "../demo-customers.ts";
import { faultOfName } from "../faults.ts";

/** A DNS record of the provider's own name servers. */
export type AccountRecord = { type: string; name: string; data: string; ttl?: number | undefined };
type Certificate = { certificateId: string; commonName: string; status: string; type: string };
type Hosting = { id: string; domain: string; planId: string; status: string };

type State = {
  /** Names beyond the demo domains that were registered or moved here, and for how many years. */
  domains: Map<string, number>;
  records: Map<string, AccountRecord[]>;
  certificates: Certificate[];
  hosting: Hosting[];
  /** The first reply to each Idempotency-Key, and the body it was given for. */
  orders: Map<string, { body: string; reply: object }>;
  lastId: number;
};

export const account: State = fresh();

/** Forgets what was ordered and changed at the domain provider. */
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
    lastId: 2_400_000,
  };
}

/** A number that was not given before. */
export function nextId(): number {
  account.lastId += 1;
  return account.lastId;
}

/** Whether a domain is in the account. One that asks for a fault is, so that it can have it. */
export function isInAccount(domain: string): boolean {
  const isDemo = demoDomains.some(({ name }) => name === domain);
  return isDemo || account.domains.has(domain) || (faultOfName(domain) ?? "gone") !== "gone";
}

/** The records of a domain, at first the two that the provider gives to each. */
export function recordsOf(domain: string): AccountRecord[] {
  const first = [
    { type: "A", name: "@", data: "203.0.113.24", ttl: 600 },
    { type: "CNAME", name: "www", data: "@", ttl: 3600 },
  ];
  return account.records.get(domain) ?? first;
}
