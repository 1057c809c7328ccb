import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";

/** A feature that a setting switches on. `reasonOff` is logged if it is off. */
type Feature = { name: string; isOn: boolean; reasonOff: string };

/** The settings of the agency's own services that send mails. */
const WORKERS = [
  ["CONTACT_URL", env.addresses.CONTACT_URL],
  ["MAIL_URL", env.mail],
  ["NEWSLETTER_URL", env.newsletter],
  ["STRIDE_MAIL_URL", env.strideMail],
].flatMap(([name, value]) => (value ? [String(name)] : []));

/** Returns how the site sends its mails, for the log. */
function mailTransport(): string {
  if (!env.smtp) return "mail by workers alone";
  return WORKERS.length === 0 ? "mail by SMTP, all of it" : `mail by SMTP, but for ${WORKERS.join(", ")}`;
}

const FEATURES: Feature[] = [
  { name: mailTransport(), isOn: true, reasonOff: "" },
  {
    name: "bot check",
    isOn: env.botCheck.siteKey !== "",
    reasonOff: "no TURNSTILE_SECRET or BOT_CHECK_URL: stamps, limits and questions hold the forms",
  },
  {
    name: "domain provider",
    isOn: env.registrar !== null,
    reasonOff: "no REGISTRAR_URL: public DNS answers, and people",
  },
  { name: "DNS provider", isOn: env.dns !== null, reasonOff: "no DNS_URL: customers see where their DNS is run" },
  { name: "WHOIS of .ke", isOn: env.keWhois !== null, reasonOff: "no KE_WHOIS: a person answers" },
  { name: "orders carried out at once", isOn: env.orders.direct !== null, reasonOff: "ORDERS is not direct" },
  { name: "payments by M-PESA", isOn: env.mpesa !== null, reasonOff: "no MPESA_URL: the agency sends the bill itself" },
  { name: "hosting server", isOn: env.whm !== null, reasonOff: "no WHM_URL: staff set hosting up by hand" },
  { name: "hosting at the domain provider", isOn: env.hosting === "registrar", reasonOff: "HOSTING is not registrar" },
  { name: "pictures from other hosts", isOn: env.images.origins.length > 0, reasonOff: "no IMAGE_HOSTS" },
  { name: "visitors' addresses from a proxy", isOn: env.trustedProxies > 0, reasonOff: "TRUSTED_PROXIES is 0" },
  {
    name: "limits shared by all processes",
    isOn: env.redisUrl !== undefined,
    reasonOff: "no REDIS_URL: this process counts for itself",
  },
  { name: "metrics", isOn: env.metricsPort !== undefined, reasonOff: "no METRICS_PORT" },
  { name: "kept by a CDN", isOn: env.isBehindCdn, reasonOff: "CDN is not 1" },
];

/** Logs the line `started`: version, mode, address, the features that are on, and those that are off with the reason. */
export function logStartup(address: string): void {
  const off = FEATURES.filter(({ isOn }) => !isOn).map(({ name, reasonOff }) => [name, reasonOff]);
  if (env.unknownSettings.length > 0) log.warn({ names: env.unknownSettings }, "settings without effect");
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
