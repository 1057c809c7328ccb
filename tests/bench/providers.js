import { createServer } from "node:http";
import { serviceUrls } from "../service-urls.js";

const POSTS = [
  ["what-are-tlds-and-why-they-matter-for-your-brand", "What are TLDs, and why they matter for your brand"],
  ["your-first-dns-records-explained-over-chai", "Your first DNS records, explained over chai"],
  ["why-your-invoices-land-in-spam", "Why your invoices land in spam"],
].map(([slug, title]) => ({ slug, title, excerpt: null, category: "guides", created_at: "2026-11-01T08:00:00Z" }));
const TAKEN = { available: false, definitive: true };

/**
 * The outside world of the production process while it is measured: a database with three posts and a provider for whom
 * every name is taken. Gives back the settings that point there.
 */
export async function serveProviders() {
  const server = createServer((req, res) => {
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(JSON.stringify(req.url?.startsWith("/rest/") ? POSTS : TAKEN));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const url = `http://127.0.0.1:${server.address().port}`;
  return siteBy(url);
}

/** The settings of a real site whose providers, workers and database all stand at one address. */
export function siteBy(url) {
  return {
    SANDBOX: "0",
    PUBLIC_ORIGIN: "http://127.0.0.1",
    APP_SECRET: "not a secret, only as long as one",
    BRAND_NAME: "Mtandao",
    BRAND_EMAIL: "info@mtandao.co.ke",
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: "publishable",
    SUPABASE_SECRET_KEY: "secret",
    REGISTRAR_URL: url,
    DNS_URL: url,
    DNS_ACCOUNT: "0123456789abcdef0123456789abcdef",
    ...serviceUrls(url),
    MAIL_KEY: "not a secret",
    BOT_CHECK_SITE_KEY: "site-key",
    TRUSTED_PROXIES: "1",
  };
}
