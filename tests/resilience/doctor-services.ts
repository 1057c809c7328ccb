import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createListener, type Server } from "node:net";
import path from "node:path";
import { SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { schemaVersions } from "../../scripts/build-facts.js";
import { REAL_CLOCK_SETTING } from "../clock.js";
import { freePorts, runSite } from "./run-site.ts";

/**
 * Starts a site in real mode behind a proxy. The sandbox plays its database and providers. Returns the site's settings, and
 * `faults`, which a test changes.
 */
export async function openDoctorServices() {
  // The sandbox runs at the machine's time, because the doctor compares the Date header of a response with the time of the
  // machine.
  const sandbox = await runSite("sandbox", REAL_CLOCK_SETTING);
  const keys = JSON.parse(await readFile(path.join(sandbox.dataDir, "secrets.json"), "utf8"));
  const smtp = await serveSmtp({ port: 0, onMail: () => undefined });
  const redisPort = await listen(createListener((socket) => socket.once("data", () => socket.end(WRONG_PASSWORD))));
  const { PORT: port } = await freePorts();
  const faults = { proxies: 1, skewMs: 0, isDnsKeyRejected: false, isSchemaOld: false };
  const origin = `http://127.0.0.1:${await listen(createServer(respond))}`;
  const settings = {
    BRAND_NAME: "Jirani",
    // The sandbox has SPF and DMARC records for this domain.
    BRAND_EMAIL: "info@mamamboga.co.ke",
    PUBLIC_ORIGIN: origin,
    APP_SECRET: "Zk3vQ8tXw1LrB6nYc5HdS0mEaJp9Gf2U",
    TRUSTED_PROXIES: "1",
    SUPABASE_URL: origin,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SMTP_URL: `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${smtp.port}`,
    REGISTRAR_URL: `${origin}/proxy/godaddy`,
    REGISTRAR_AUTH: "sso-key registrar:key-of-the-registrar",
    DNS_URL: `${origin}/proxy/cloudflare`,
    DNS_AUTH: "Bearer key-of-the-dns-provider",
    DNS_ACCOUNT: "0123456789abcdef0123456789abcdef",
    PUBLIC_DNS_URLS: `${origin}/public-dns/google/resolve,${origin}/public-dns/cloudflare/dns-query`,
  };
  await runSite("real", { ...settings, PORT: port });

  /** Plays both the proxy in front of the site and the hosted services. Requests to those are forwarded to the sandbox. */
  function respond(req: IncomingMessage, res: ServerResponse) {
    const { url = "" } = req;
    if (!/^\/(rest|auth|proxy|public-dns)\//.test(url)) {
      const chain = [req.headers["x-forwarded-for"], ...Array(faults.proxies).fill("41.90.64.7")];
      return forward(req, res, Number(port), { "x-forwarded-for": chain.join(", ") });
    }
    // Set the Date header here, so that `faults.skewMs` can shift it. Node would send the machine's time.
    res.setHeader("Date", new Date(Date.now() + faults.skewMs).toUTCString());
    if (url.startsWith("/auth/v1/verify")) return res.writeHead(303, { Location: `${origin}#error=otp_expired` }).end();
    if (faults.isSchemaOld && url.startsWith("/rest/v1/schema_versions")) {
      const [, ...versions] = schemaVersions().map((version) => ({ version }));
      return res.end(JSON.stringify(versions));
    }
    if (faults.isDnsKeyRejected && url.startsWith("/proxy/cloudflare"))
      return res.writeHead(403).end('{"success":false,"errors":[{"code":10000,"message":"Authentication error"}]}');
    return forward(req, res, sandbox.sandboxPort, {});
  }

  return { faults, sandbox, settings, redisPort, close: () => smtp.close() };
}

/** The reply of Redis to a wrong password (Redis documentation, "AUTH"). */
const WRONG_PASSWORD = "-WRONGPASS invalid username-password pair or user is disabled.\r\n";

/** Forwards a request to another port with additional headers. */
function forward(req: IncomingMessage, res: ServerResponse, port: number, more: Record<string, string>) {
  const { method, url, headers } = req;
  const forwarded = request(
    { host: "127.0.0.1", port, method, path: url, headers: { ...headers, ...more } },
    (response) => {
      const { date: _date, ...others } = response.headers;
      res.writeHead(response.statusCode ?? 502, others);
      response.pipe(res);
    },
  );
  forwarded.once("error", () => res.writeHead(502).end());
  req.pipe(forwarded);
}

/** Makes a server listen on a free port without keeping the process alive. Returns the port. */
async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
