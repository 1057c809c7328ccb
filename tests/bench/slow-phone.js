import { chromium } from "playwright";
import { findBrowser } from "../../scripts/browser.js";

/** 400 kbit/s each way, 400 ms until a reply begins, and a processor six times slower (Lighthouse's terms, by the DevTools protocol). */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 6;
const VIEWPORT = { width: 360, height: 740 };
const QUIET_MS = 1500;

/** A browser for visitors of `openVisitor`, which trusts the certificate with this key (`serveHttp2`). */
export function openBrowser(keyHash) {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", `--ignore-certificate-errors-spki-list=${keyHash}`];
  return chromium.launch({ executablePath: findBrowser(), args });
}

/**
 * What a browser says of its line (docs/decisions/003): a plain visitor asks for less data, so that forms and links stay plain HTML;
 * one with scripts says what it measures, "3g"; one that says nothing is Firefox or Safari.
 */
export const LINES = { plain: { saveData: true }, scripts: undefined, "scripts, line not told": null };

/** A visitor with an empty cache of their own, at `origin`; `line` is one of LINES. */
export async function openVisitor(browser, { origin, address, line }) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEWPORT,
    isMobile: true,
    hasTouch: true,
    extraHTTPHeaders: { "X-Sandbox-Address": address },
  });
  const told = LINES[line];
  if (told !== undefined) {
    await context.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), told);
  }
  return context;
}

/** Opens a page of a visitor on the slow phone. `measure` does a step of a task there. */
export async function openSlowPage(context) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const network = countTraffic(session);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return {
    page,
    /**
     * Does one step: `type` is what a person does before the press, at their own speed. Gives back the seconds from the press
     * until `shown` can be seen, and the bytes and requests on the wire from the beginning of the step until the line is quiet.
     */
    async measure({ type, press, shown }) {
      const before = { ...network.total };
      if (type) await type(page);
      const atPress = { ...network.total };
      const pressedAt = performance.now();
      await press(page);
      await shown(page).waitFor();
      const seconds = (performance.now() - pressedAt) / 1000;
      await network.quiet();
      return {
        seconds,
        bytes: network.total.bytes - before.bytes,
        requests: network.total.requests - before.requests,
        requestsAfterPress: network.total.requests - atPress.requests,
      };
    },
  };
}

/** Counts what goes over the network, without what the browser's cache answers. */
function countTraffic(session) {
  const total = { bytes: 0, requests: 0 };
  const open = new Set();
  let lastChange = performance.now();
  const isWeb = (url) => url.startsWith("http");
  session.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse }) => {
    lastChange = performance.now();
    if (redirectResponse)
      Object.assign(total, { requests: total.requests + 1, bytes: total.bytes + redirectResponse.encodedDataLength });
    if (isWeb(request.url)) open.add(requestId);
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => open.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) open.delete(requestId);
  });
  const end = ({ requestId, encodedDataLength = 0 }) => {
    lastChange = performance.now();
    if (open.delete(requestId))
      Object.assign(total, { requests: total.requests + 1, bytes: total.bytes + encodedDataLength });
  };
  session.on("Network.loadingFinished", end);
  session.on("Network.loadingFailed", end);
  return {
    total,
    async quiet() {
      while (open.size > 0 || performance.now() - lastChange < QUIET_MS) {
        if (performance.now() - lastChange > 10 * QUIET_MS) return;
        await new Promise((done) => setTimeout(done, 100));
      }
    },
  };
}
