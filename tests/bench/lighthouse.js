import lighthouse from "lighthouse";
import { chromium } from "playwright";
import { findBrowser } from "../../scripts/browser.js";

const DEBUG_PORT = 9333;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
/** A phone six times slower than this machine, at 400 kbit/s with 400 ms a round trip. */
const HARSH = {
  onlyCategories: ["performance"],
  throttlingMethod: "simulate",
  throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 6 },
};

/** Starts the browser that Lighthouse drives. */
export function openLighthouse() {
  const args = ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUG_PORT}`];
  return chromium.launch({ executablePath: findBrowser(), args });
}

/**
 * Runs Lighthouse's mobile preset. Returns the scores, the audits that cost points, blocking time, transferred bytes, and how fast
 * Lighthouse found the machine, without which a score says little.
 */
export async function scorePage(url) {
  const { categories, audits, environment } = await audit(url, { onlyCategories: CATEGORIES });
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1).map(({ id }) => id),
  );
  const fetched = audits["network-requests"].details.items.filter((item) => item.url.startsWith("http"));
  return {
    scores: CATEGORIES.map((name) => Math.round(categories[name].score * 100)),
    lost,
    blockingMs: audits["total-blocking-time"].numericValue,
    machineIndex: environment.benchmarkIndex,
    bytes: fetched.reduce((total, { transferSize }) => total + transferSize, 0),
  };
}

/** Returns the first paint, the largest paint and the script time of a page in milliseconds, in the harsh profile. */
export async function measureHarsh(url) {
  const { audits } = await audit(url, HARSH);
  return {
    fcp: audits["first-contentful-paint"].numericValue,
    lcp: audits["largest-contentful-paint"].numericValue,
    scriptMs: audits["bootup-time"].numericValue,
  };
}

/** On a busy machine Chromium sometimes loses the beginning of a trace, so a failed run is repeated. */
async function audit(url, settings, retries = 2) {
  const { lhr } = await lighthouse(url, { port: DEBUG_PORT, logLevel: "silent", ...settings });
  if (lhr.runtimeError === undefined) return lhr;
  if (retries === 0) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return audit(url, settings, retries - 1);
}
