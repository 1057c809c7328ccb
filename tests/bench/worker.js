// How long a page takes with the worker of lost forms and without it: public/offline.js may delay no page (decision 074).
import { launchBrowser } from "../../scripts/browser.js";
import { serveBadLine } from "./bad-line.js";
import { FOLDER, median, startSandbox } from "./servers.js";

const PAGE = "/contact";
const FROM = "/privacy";
const CPU_SLOWDOWN = 6;

/** Loads a page with and without the worker, in turns. `report` prints the medians and their ratio. */
export async function worker(report, isQuick) {
  const rounds = isQuick ? 5 : 41;
  const site = await startSandbox({ DATA_DIR: `${FOLDER}/worker` });
  const browser = await launchBrowser();
  // A proxy without faults: Chromium does not slow requests down that pass a worker, so its own emulation favours the worker.
  const { proxy, stop } = await serveBadLine(0, 1, "203.0.113.7");
  const [withWorker, without] = [await openPhone(browser, site, proxy), await openPhone(browser, site, proxy)];
  await withWorker.evaluate(async () => {
    await navigator.serviceWorker.register("/offline.js");
    await navigator.serviceWorker.ready;
  });
  const times = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1) {
    const pair = [
      async () => times.without.push(await loadMs(without, site)),
      async () => times.with.push(await loadMs(withWorker, site)),
    ];
    // Each is the first of a pair in turns.
    for (const load of round % 2 === 0 ? pair : pair.toReversed()) await load();
  }
  const isControlled = await withWorker.evaluate(() => navigator.serviceWorker.controller !== null);
  const ratio = median(times.with.map((ms, round) => ms / times.without[round]));
  report(
    `Loading ${PAGE} on a phone with the worker ÷ without, ${rounds} pairs${isControlled ? "" : "; NO WORKER RAN"}`,
    `${median(times.with).toFixed(0)} ÷ ${median(times.without).toFixed(0)} ms: **${ratio.toFixed(3)}**`,
    "≤ 1.02",
  );
  await Promise.all([browser.close(), site.stop()]);
  stop();
}

/** A phone on a slow line, with a processor six times slower. */
async function openPhone(browser, site, proxy) {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, proxy })).newPage();
  await page.goto(site.origin + PAGE);
  const phone = await page.context().newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/**
 * Returns the milliseconds from the beginning of a navigation to the end of its load event. It begins on another page of the
 * site: from an empty one Chromium starts a process for the page, unless the worker has one already.
 */
async function loadMs(page, site) {
  await page.goto(site.origin + FROM);
  await page.goto(site.origin + PAGE, { waitUntil: "load" });
  return page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
}
