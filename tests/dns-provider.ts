import { http } from "msw";
import { afterEach, beforeEach } from "vitest";
import { createDns } from "#app/dns/dns.api.server.ts";
import type { RecordDraft } from "#app/dns/record.ts";
import { demoDomains } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { zones } from "#mocks/zones.ts";

/** Creates a DNS gateway for each test of the file that imports this, and records its calls to the mock provider. */
export const ACCOUNT = "0123456789abcdef0123456789abcdef";
export const DRAFT: RecordDraft = {
  type: "A",
  name: "duka2.mamamboga.co.ke",
  content: "203.0.113.77",
  ttl: 3600,
  proxied: true,
};
let count = 0;
export const seen: Request[] = [];
export let dns: ReturnType<typeof newDns>;

/** Returns a gateway with a fresh circuit breaker and budget. */
export function newDns(options = {}) {
  count += 1;
  const url = `http://dns-${count}.test/proxy/cloudflare`;
  return createDns({ url, authorization: "", account: ACCOUNT, callsPer5Minutes: 1000, ...options });
}

export function zoneOf(domain: string): string {
  const zoneId = demoDomains.find(({ name }) => name === domain)?.zoneId;
  if (!zoneId) throw new Error(`${domain} has no zone`);
  return zoneId;
}
export const ZONE = zoneOf("mamamboga.co.ke");
export const stored = (name: string) => zones.find(ZONE)?.records.filter((record) => record.name === name) ?? [];

beforeEach(() => {
  seen.length = 0;
  dns = newDns();
  // Records each call and leaves it to the mock.
  server.use(http.all("*/proxy/cloudflare/*", ({ request }) => void seen.push(request.clone())));
});
afterEach(resetMocks);
