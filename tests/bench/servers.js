// The processes that the benchmarks measure: the built site, the sandbox that plays its providers, and a bare node:http server.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { JSDOM } from "jsdom";
import { freePort } from "../../scripts/free-port.js";
import { serviceUrls } from "../service-urls.js";

/** Data, logs and results of a run. */
export const FOLDER = ".cache/bench";
/** Linux counts CPU time in hundredths of a second. */
const CPU_TICK_MS = 10;
const children = new Set();
let visitors = 0;

process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/**
 * Starts a program of the site with these settings alone. Returns it after its first page; `firstPageMs` is the time until
 * then.
 */
export async function startSite(entry, settings = {}) {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const logFile = `${FOLDER}/${path.basename(entry)}.log`;
  const output = openSync(logFile, "a");
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: `${FOLDER}/data`, ...ports, ...settings };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entry], { env, stdio: ["ignore", output, output] });
  const origin = `http://127.0.0.1:${ports.PORT}`;
  while (!(await isServing(origin))) {
    if (child.exitCode !== null) throw new Error(`${entry} ended. ${logFile} says why.`);
    await wait(20);
  }
  const firstPageMs = performance.now() - startedAt;
  return { ...processOf(child), origin, sandboxOrigin: `http://127.0.0.1:${ports.SANDBOX_PORT}`, firstPageMs };
}

export const startSandbox = (settings) => startSite("scripts/start.js", { LOG_LEVEL: "warn", ...settings });

/** Starts the production program. A sandbox in another process is its database and its providers. */
export async function startProduction(settings = {}) {
  const sandbox = await startSite("build/server/sandbox.js", { DATA_DIR: `${FOLDER}/outside`, LOG_LEVEL: "warn" });
  const url = sandbox.sandboxOrigin;
  const keys = JSON.parse(readFileSync(`${FOLDER}/outside/secrets.json`, "utf8"));
  const site = await startSite("build/server/start.js", {
    SANDBOX: "0",
    PUBLIC_ORIGIN: "http://127.0.0.1",
    APP_SECRET: "not a secret, only as long as one",
    BRAND_NAME: "Mtandao",
    BRAND_EMAIL: "info@mtandao.co.ke",
    ...serviceUrls(url),
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    REGISTRAR_URL: `${url}/proxy/godaddy`,
    DNS_URL: `${url}/proxy/cloudflare`,
    DNS_ACCOUNT: "5a0d0000000000000000000000000acc",
    PUBLIC_DNS_URLS: `${url}/public-dns/google/resolve,${url}/public-dns/cloudflare/dns-query`,
    MAIL_KEY: "sandbox-mail-key",
    BOT_CHECK_SITE_KEY: "sandbox",
    TRUSTED_PROXIES: "1",
    ...settings,
  });
  return { ...site, stop: () => Promise.all([site.stop(), sandbox.stop()]) };
}

/** Starts a node:http server, the floor of a comparison, that always sends this file. */
export async function startRaw(file, encoding = "identity") {
  const server = `const body = require("node:fs").readFileSync(process.argv[1]);
    const head = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": process.argv[2], "Content-Length": body.length };
    const server = require("node:http").createServer((_, response) => response.writeHead(200, head).end(body));
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["-e", server, file, encoding], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  return { ...processOf(child), origin: `http://127.0.0.1:${String(port).trim()}` };
}

/**
 * Sends `amount` requests for a path. Returns the server's CPU time for one of them in milliseconds, the requests per second,
 * and the response times in milliseconds.
 */
export async function load(server, path, { amount, connections = 16 }) {
  const cpuBefore = server.cpuMs();
  const result = await autocannon({
    url: server.origin,
    amount,
    connections,
    requests: [{ path, setupRequest: fromNewAddress }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${path}: ${result.non2xx + result.errors} requests failed.`);
  const { p50, p99 } = result.latency;
  return { cpuMs: (server.cpuMs() - cpuBefore) / amount, rate: amount / result.duration, p50, p99 };
}

/** Gives an autocannon request a client address of its own, so that it meets no rate limit. */
export function fromNewAddress(request) {
  visitors += 1;
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  return { ...request, headers: { "X-Forwarded-For": address, "Accept-Encoding": "br", ...request.headers } };
}

/** What `/proc` says of a process: CPU time so far in milliseconds, and resident memory in megabytes. */
function usageOf(pid) {
  const read = (file) => readFileSync(`/proc/${pid}/${file}`, "utf8");
  return {
    cpuMs() {
      const [user, system] = read("stat").split(") ")[1].split(" ").slice(11, 13).map(Number);
      return (user + system) * CPU_TICK_MS;
    },
    memoryMb: () => Number(/VmRSS:\s+(\d+) kB/.exec(read("status"))?.[1]) / 1024,
  };
}

function processOf(child) {
  children.add(child);
  return {
    ...usageOf(child.pid),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      children.delete(child);
    },
  };
}

/** Returns the middle one of some numbers. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const isServing = (origin) =>
  fetch(origin).then(
    (response) => response.text().then(() => response.ok),
    () => false,
  );

/** Returns a browser without scripts, at an address of its own in this header. It keeps cookies and follows no redirect. */
export function newBrowser(origin, addressHeader = "X-Sandbox-Address") {
  const cookies = new Map();
  const address = `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`;

  /** Sends a GET, or with fields a POST. Returns the page, and where a redirect leads; throws on an error status. */
  async function request(path, fields) {
    const response = await fetch(origin + path, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: {
        [addressHeader]: address,
        "Sec-Fetch-Site": "same-origin",
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      },
      redirect: "manual",
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value);
    }
    const html = await response.text();
    if (![200, 303].includes(response.status)) throw new Error(`${path} returned ${response.status}.`);
    const location = response.headers.get("Location");
    return { html, location: location === null ? null : new URL(location, origin).pathname };
  }

  /** Opens a page, fills in one of its forms and sends it. */
  async function submit(path, formId, typed) {
    const { window } = new JSDOM((await request(path)).html);
    const fields = new window.FormData(window.document.getElementById(formId));
    return request(path, { ...Object.fromEntries(fields), ...typed });
  }

  return {
    cookies,
    request,
    submit,
    signIn: (email) =>
      submit("/login", "sign-in-form", { email, password: "sandbox-password", cookies: "on", website_2: "" }),
  };
}
