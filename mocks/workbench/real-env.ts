import path from "node:path";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { writeFileAtomic } from "#app/platform/upstream/atomic-write.server.ts";
import { SMTP_USER } from "../smtp.ts";

/** How much higher the port of a real site beside the sandbox is. */
const PORTS_APART = 100;

/**
 * Writes the settings of a real site beside this sandbox into its data folder, which only its owner can read: keys are among
 * them.
 */
export function writeRealEnv(): Promise<void> {
  return writeFileAtomic(path.join(env.dataDir, "real.env"), realEnv());
}

/**
 * Returns the settings of a real site whose services are this sandbox's fakes, as an .env file (docs/testing.md, "A real site
 * with the fakes"). The secret is the sandbox's, so that the sessions that the API makes are valid there.
 */
function realEnv(): string {
  const mocks = `http://127.0.0.1:${env.sandboxPort}`;
  const port = env.port + PORTS_APART;
  const brand = brandFrom(env.brand);
  const { supabase, registrar, dns, publicDns, keWhois, smtp, mpesa, whm, botCheck, addresses } = env;
  const settings: Record<string, string | undefined> = {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATA_DIR: path.join(env.dataDir, "real"),
    APP_SECRET: env.appSecret,
    BRAND_NAME: brand.name,
    BRAND_EMAIL: brand.email,
    STAFF: [...env.staff, ...env.readers.map((email) => `${email}:read`)].join(),
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    REGISTRAR_URL: registrar?.url,
    DNS_URL: dns?.url,
    DNS_ACCOUNT: dns?.account,
    PUBLIC_DNS_URLS: publicDns.urls.join(),
    DNS_NAME_SERVERS: publicDns.nameServers.join(),
    KE_WHOIS: keWhois ? `${keWhois.host}:${keWhois.port}` : undefined,
    SMTP_URL: smtp ? `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@${smtp.host}:${smtp.port}` : undefined,
    PROJECTS_URL: addresses.PROJECTS_URL,
    BOT_CHECK_URL: botCheck.url,
    BOT_CHECK_SITE_KEY: botCheck.siteKey,
    BOT_CHECK_SCRIPT: botCheck.script,
    MPESA_URL: mpesa?.url,
    MPESA_KEY: mpesa?.key,
    MPESA_SECRET: mpesa?.secret,
    MPESA_SHORTCODE: mpesa?.shortcode,
    MPESA_PASSKEY: mpesa?.passkey,
    MPESA_CALLBACK_PATH: mpesa?.callbackPath,
    MPESA_PULL: mpesa?.hasPull ? "1" : "0",
    WHM_URL: whm?.url,
    WHM_USER: whm?.user,
    WHM_TOKEN: whm?.token,
    WHM_PACKAGES: whm ? [...whm.packages].map((pair) => pair.join("=")).join() : undefined,
  };
  /** Workers in place of SMTP. */
  const workers = {
    CONTACT_URL: `${mocks}/contact`,
    MAIL_URL: `${mocks}/mail`,
    MAIL_KEY: "sandbox-mail-key",
    NEWSLETTER_URL: `${mocks}/newsletter`,
    STRIDE_MAIL_URL: `${mocks}/stride-mail`,
  };
  return [
    ...Object.entries(settings).flatMap(([name, value]) => (value ? [`${name}="${value}"`] : [])),
    "# Without the # a worker gets these messages, in place of SMTP.",
    ...Object.entries(workers).map(([name, value]) => `#${name}="${value}"`),
    "",
  ].join("\n");
}
