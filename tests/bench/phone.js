import lighthouse from "lighthouse";
import { chromium } from "playwright";
import { findBrowser } from "../../scripts/browser.js";

const DEBUG_PORT = 9333;
const FLAGS = ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUG_PORT}`];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const HARSH = {
  onlyCategories: ["performance"],
  throttlingMethod: "simulate",
  throttling: { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 6 },
};

/** A browser for Lighthouse. `close` ends it. */
export function openBrowser() {
  return chromium.launch({ executablePath: findBrowser(), args: FLAGS });
}

/**
 * Lighthouse's mobile preset: the four scores, every audit that cost points, the milliseconds that it counts as blocked, and what
 * was fetched, in bytes on the wire; and how fast it found the machine, without which a score says little.
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
    requests: fetched.length,
    bytes: fetched.reduce((total, { transferSize }) => total + transferSize, 0),
  };
}

/** A page on a slow phone and a bad network (400 kbps, 400 ms, processor 6 times slower): milliseconds. */
export async function measureHarsh(url) {
  const { audits } = await audit(url, HARSH);
  return {
    fcp: audits["first-contentful-paint"].numericValue,
    lcp: audits["largest-contentful-paint"].numericValue,
    scripts: audits["bootup-time"].numericValue,
  };
}

/** On a busy machine Chromium now and then loses the beginning of a trace; then it is done once more. */
async function audit(url, settings, triesLeft = 2) {
  const { lhr } = await lighthouse(url, { port: DEBUG_PORT, logLevel: "silent", ...settings });
  if (lhr.runtimeError === undefined) return lhr;
  if (triesLeft === 0) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return audit(url, settings, triesLeft - 1);
}
