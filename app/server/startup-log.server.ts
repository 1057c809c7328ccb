import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";

/** What a setting turns on, and why it is off. */
type Feature = { name: string; isOn: boolean; otherwise: string };

/** The workers that send mails in our place, by their settings' names. */
const WORKERS = [
  ["CONTACT_URL", env.addresses.CONTACT_URL],
  ["MAIL_URL", env.mail],
  ["NEWSLETTER_URL", env.newsletter],
  ["STRIDE_MAIL_URL", env.strideMail],
].flatMap(([name, isThere]) => (isThere ? [String(name)] : []));

/** Who sends the mails of this site. */
function mailBy(): string {
  if (!env.smtp) return "mail by workers alone";
  return WORKERS.length === 0 ? "mail by SMTP, all of it" : `mail by SMTP, but for ${WORKERS.join(", ")}`;
}

const FEATURES: Feature[] = [
  { name: mailBy(), isOn: true, otherwise: "" },
  {
    name: "bot check",
    isOn: env.botCheck.siteKey !== "",
    otherwise: "no TURNSTILE_SECRET or BOT_CHECK_URL: stamps, limits and questions hold the forms",
  },
  {
    name: "domain provider",
    isOn: env.registrar !== null,
    otherwise: "no REGISTRAR_URL: public DNS answers, and people",
  },
  { name: "DNS provider", isOn: env.dns !== null, otherwise: "no DNS_URL: customers see where their DNS is run" },
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
export function logStartup(address: string): void {
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
