import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openHosted } from "#mocks/database/hosted.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { outbox } from "#mocks/outbox.ts";
import { serveMocks } from "#mocks/serve.ts";
import { startPostgres15 } from "../integration/temporary-postgres.ts";
import { makeFolder, REAL } from "../resilience/run-site.ts";
import { serviceUrls } from "../service-urls.js";

/** The sandbox's secret, with which tests sign stamps. */
const APP_SECRET = "the sandbox has nothing to protect";

/**
 * Starts the services of real sites: a PostgreSQL 15 behind the fake Supabase, and the mock providers, for this test file
 * alone. Returns their settings without the site's own address, the number of calls, and `close`.
 */
export async function openExternalServices() {
  const server = startPostgres15();
  const database = await openHosted({
    where: { host: server.folder, username: "postgres", database: "postgres" },
    onMail: async (mail) => void outbox.add({ kind: "mail", ...mail }),
  });
  await createDemoCustomers(database);
  // No domain expires soon: reminders would add to the calls and mails that tests count.
  await database.query("update public.domains set expiry_date = expiry_date + interval '2 years'");
  const mocks = await serveMocks({ port: 0, dataDir: await makeFolder() });
  const registrar = await countingRegistrar();
  const url = `http://127.0.0.1:${mocks.port}`;
  return {
    database,
    async close() {
      registrar.close();
      await mocks.close();
      await database.close();
      await server.stop();
    },
    /** Returns the number of calls so far. */
    callsToRegistrar: registrar.calls,
    settings: {
      ...REAL,
      ...serviceUrls(url),
      APP_SECRET,
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: database.keys.publishableKey,
      SUPABASE_SECRET_KEY: database.keys.secretKey,
      REGISTRAR_URL: registrar.url,
      DNS_URL: `${url}/proxy/cloudflare`,
      DNS_ACCOUNT: "5a0d0000000000000000000000000acc",
      PUBLIC_DNS_URLS: `${url}/public-dns/google/resolve,${url}/public-dns/cloudflare/dns-query`,
      DNS_NAME_SERVERS: "amani.ns.cloudflare.com,juma.ns.cloudflare.com",
      MAIL_KEY: "sandbox-mail-key",
      WORKER_KEY: "sandbox-worker-key",
      TRUSTED_PROXIES: "1",
      LOG_LEVEL: "warn",
    },
  };
}

/** Starts a registrar for which every name is taken. It counts its calls. */
async function countingRegistrar() {
  let count = 0;
  const server = createServer((_req, res) => {
    count += 1;
    res.writeHead(200, { "Content-Type": "application/json" });
    res.end(JSON.stringify({ available: false, definitive: true }));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => count, close: () => server.close() };
}
