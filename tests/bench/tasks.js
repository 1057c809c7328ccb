// What people come to do, step by step, on a slow phone: seconds, bytes and requests with and without scripts.
import { execFileSync } from "node:child_process";
import { createHash, randomUUID, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright";
import { findBrowser } from "../../scripts/browser.js";
import { newBrowser } from "./customer.js";
import { FOLDER, median } from "./servers.js";
import { TASKS } from "./task-steps.js";

/** 400 kbit/s each way, 400 ms until a response begins, and a processor six times slower. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 6;
const QUIET_MS = 1_500;
/**
 * `navigator.connection` (docs/decisions/003): with Save-Data a page stays plain HTML; Chromium itself reports "3g" here; Firefox and
 * Safari report nothing.
 */
const MODES = { plain: { saveData: true }, scripts: undefined, "scripts, unknown connection": null };

/**
 * Measures each step of each task, on a first visit and on a second one with the first one's browser cache, over HTTP/1.1 and HTTP/2.
 * Returns medians of `rounds`. With `isQuick` it measures the change of a record alone.
 */
export async function measureTasks(site, rounds, isQuick) {
  const http2 = await serveHttp2(site.origin);
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic"];
  args.push(`--ignore-certificate-errors-spki-list=${http2.keyHash}`);
  const browser = await chromium.launch({ executablePath: findBrowser(), args });
  const runs = [];
  for (const task of TASKS.filter(({ isSignedIn }) => isSignedIn || !isQuick)) {
    for (const [protocol, origin] of Object.entries({ "HTTP/1.1": site.origin, "HTTP/2": http2.origin })) {
      for (let round = 0; round < rounds; round += 1) {
        for (const mode of Object.keys(MODES)) {
          for (const run of await visitTwice(browser, { site, origin, mode, task })) {
            runs.push({ protocol, mode, ...run });
          }
        }
      }
    }
  }
  await browser.close();
  http2.stop();
  return summarize(runs);
}

/** One visitor does a task twice, with an empty browser cache at first. */
async function visitTwice(browser, { site, origin, mode, task }) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    extraHTTPHeaders: { "X-Sandbox-Address": `10.9.0.${randomUUID()}` },
  });
  if (MODES[mode] !== undefined) {
    await context.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), MODES[mode]);
  }
  const measured = [];
  for (const visit of ["first", "second"]) {
    await context.clearCookies();
    if (task.isSignedIn) await signIn(context, site.origin);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = countTraffic(session);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    for (const { name, type, press, shown } of task.steps((email) => mailedLink(site, email))) {
      const before = { ...traffic.total };
      await type?.(page);
      const pressedAt = performance.now();
      await press(page);
      await shown(page).first().waitFor();
      const seconds = (performance.now() - pressedAt) / 1000;
      await traffic.quiet();
      const [bytes, requests] = ["bytes", "requests"].map((key) => traffic.total[key] - before[key]);
      measured.push({ visit, step: name, seconds, bytes, requests });
    }
    await page.close();
  }
  await context.close();
  return measured;
}

/** Groups runs by protocol, visit and step. Returns the medians of each mode. */
function summarize(runs) {
  const groups = new Map();
  for (const run of runs) {
    const key = [run.protocol, run.visit, run.step].join();
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].map((group) => {
    const modes = Object.keys(MODES).map((mode) => {
      const middle = (key) => median(group.filter((run) => run.mode === mode).map((run) => run[key]));
      return [mode, { seconds: middle("seconds"), bytes: middle("bytes"), requests: middle("requests") }];
    });
    const [{ protocol, visit, step }] = group;
    return { protocol, visit, step, modes: Object.fromEntries(modes) };
  });
}

async function signIn(context, origin) {
  const customer = newBrowser(origin);
  await customer.signIn("customer@example.co.ke");
  const session = [...customer.cookies].filter(([name]) => name.startsWith("sb-"));
  await context.addCookies(session.map(([name, value]) => ({ name, value, domain: "127.0.0.1", path: "/" })));
}

/** Waits for the e-mail that confirms a new account. Returns the address of its link. */
async function mailedLink({ sandboxOrigin }, email) {
  for (let tries = 0; tries < 100; tries += 1) {
    const outbox = await (await fetch(`${sandboxOrigin}/outbox.json`)).json();
    const mail = JSON.stringify(outbox.filter((sent) => JSON.stringify(sent).includes(email))).replaceAll("&amp;", "&");
    const [link] = /\/auth\/confirm\?token_hash=[\w-]+&type=\w+/.exec(mail) ?? [];
    if (link) return link;
    await wait(100);
  }
  throw new Error(`No mail for ${email}.`);
}

/** Counts the traffic of a page over the network, without what the browser's cache serves. */
function countTraffic(session) {
  const total = { bytes: 0, requests: 0 };
  const open = new Set();
  let lastChange = performance.now();
  const add = (bytes) => Object.assign(total, { bytes: total.bytes + bytes, requests: total.requests + 1 });
  const end = ({ requestId, encodedDataLength = 0 }) => {
    lastChange = performance.now();
    if (open.delete(requestId)) add(encodedDataLength);
  };
  session.on("Network.requestWillBeSent", ({ requestId, request: { url }, redirectResponse }) => {
    lastChange = performance.now();
    if (redirectResponse) add(redirectResponse.encodedDataLength);
    if (url.startsWith("http")) open.add(requestId);
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => open.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) open.delete(requestId);
  });
  session.on("Network.loadingFinished", end);
  session.on("Network.loadingFailed", end);
  return {
    total,
    /** Waits until nothing was requested or received for a while. */
    async quiet() {
      for (let passed = 0; passed < QUIET_MS || (open.size > 0 && passed < 10 * QUIET_MS); ) {
        await wait(100);
        passed = performance.now() - lastChange;
      }
    },
  };
}

/** Serves a site over HTTP/2, as nginx does in production. `keyHash` names the key of its certificate to Chromium. */
async function serveHttp2(origin) {
  const [key, cert] = [`${FOLDER}/key.pem`, `${FOLDER}/cert.pem`];
  const options = `req -x509 -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -days 2 -keyout ${key} -out ${cert}`;
  execFileSync("openssl", options.split(" "), { stdio: "ignore" });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":")));
    const host = incoming.headers[":authority"];
    const upstream = request(`${origin}${incoming.url}`, { method: incoming.method, headers: { ...headers, host } });
    upstream.on("response", (response) => {
      const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode, kept);
      response.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.stream.close());
    incoming.pipe(upstream);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const publicKey = new X509Certificate(readFileSync(cert)).publicKey.export({ type: "spki", format: "der" });
  const keyHash = createHash("sha256").update(publicKey).digest("base64");
  return { origin: `https://127.0.0.1:${server.address().port}`, keyHash, stop: () => server.close() };
}
