import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";

/** What a setting turns on, and why it is off. */
type Feature = { name: string; isOn: boolean; otherwise: string };

const FEATURES: Feature[] = [
  { name: "WHOIS of .ke", isOn: env.keWhois !== null, otherwise: "no KE_WHOIS: a person answers" },
  { name: "orders carried out at once", isOn: env.orders.direct !== null, otherwise: "ORDERS is not direct" },
  { name: "pictures from other hosts", isOn: env.images.origins.length > 0, otherwise: "no IMAGE_HOSTS" },
  { name: "visitors' addresses from a proxy", isOn: env.trustedProxies > 0, otherwise: "TRUSTED_PROXIES is 0" },
  {
    name: "limits shared by all processes",
    isOn: env.redisUrl !== undefined,
    otherwise: "no REDIS_URL: this process counts for itself",
  },
  { name: "metrics", isOn: env.metricsPort !== undefined, otherwise: "no METRICS_PORT" },
  { name: "kept by a CDN", isOn: env.isBehindCdn, otherwise: "CDN is not 1" },
];

/** Writes the one line that says what has started: version, mode, address, what is on, and what is off and why. */
export function logStarted(address: string): void {
  const off = FEATURES.filter(({ isOn }) => !isOn).map(({ name, otherwise }) => [name, otherwise]);
  log.info(
    {
      version: SITE_VERSION,
      mode: env.isSandbox ? "sandbox" : "real",
      address,
      origin: env.origin,
      on: FEATURES.filter(({ isOn }) => isOn).map(({ name }) => name),
      off: Object.fromEntries(off),
    },
    "started",
  );
}
