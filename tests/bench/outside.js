import { readFileSync } from "node:fs";
import { startSite } from "./processes.js";

const settings = JSON.parse(readFileSync("app/settings.json", "utf8"));

/**
 * A real site's outside world: a sandbox, whose pretended providers and database another process calls. Gives back the settings
 * of that process.
 */
export async function startOutside(folder) {
  const dataDir = `${folder}/outside`;
  const world = await startSite({
    entry: "build/server/sandbox.js",
    settings: { DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    logFile: `${folder}/outside.log`,
  });
  const url = `http://127.0.0.1:${world.sandboxPort}`;
  const keys = JSON.parse(readFileSync(`${dataDir}/secrets.json`, "utf8"));
  return {
    SANDBOX: "0",
    PUBLIC_ORIGIN: "http://127.0.0.1",
    APP_SECRET: "not a secret, only as long as one",
    BRAND_NAME: "Mtandao",
    BRAND_EMAIL: "info@mtandao.co.ke",
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    REGISTRAR_URL: `${url}/proxy/godaddy`,
    DNS_URL: `${url}/proxy/cloudflare`,
    DNS_ACCOUNT: "5a0d0000000000000000000000000acc",
    PUBLIC_DNS_URLS: `${url}/public-dns/google/resolve,${url}/public-dns/cloudflare/dns-query`,
    ...Object.fromEntries(settings.flatMap(({ name, mock }) => (mock ? [[name, `${url}${mock}`]] : []))),
    MAIL_URL: `${url}/mail`,
    MAIL_KEY: "sandbox-mail-key",
    NEWSLETTER_URL: `${url}/newsletter`,
    STRIDE_MAIL_URL: `${url}/stride-mail`,
    BOT_CHECK_URL: `${url}/bot-check`,
    BOT_CHECK_SITE_KEY: "sandbox",
    TRUSTED_PROXIES: "1",
  };
}
