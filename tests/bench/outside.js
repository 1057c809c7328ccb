import { readFileSync } from "node:fs";
import { startSite } from "./processes.js";
import { siteBy } from "./providers.js";

/**
 * A real site's outside world: a sandbox, whose fake providers and database another process calls. Gives back the settings
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
    ...siteBy(url),
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    REGISTRAR_URL: `${url}/proxy/godaddy`,
    DNS_URL: `${url}/proxy/cloudflare`,
    DNS_ACCOUNT: "5a0d0000000000000000000000000acc",
    PUBLIC_DNS_URLS: `${url}/public-dns/google/resolve,${url}/public-dns/cloudflare/dns-query`,
    MAIL_KEY: "sandbox-mail-key",
    BOT_CHECK_SITE_KEY: "sandbox",
  };
}
