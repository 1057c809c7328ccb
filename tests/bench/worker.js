// How long a page takes with the worker of lost forms and without it: public/offline.js may delay no page (decision 074).
import { launchBrowser } from "../../scripts/browser.js";
import { serveBadLine } from "./bad-line.js";
import { FOLDER, median, startSandbox } from "./servers.js";

const PAGE = "/contact";
const FROM = "/privacy";
const CPU_SLOWDOWN = 6;

/**
 * Loads a page with and without the worker, in turns. `report` prints how much later its request leaves, as a share of its
 * load: what comes after that depends on the machine alone, and differs more than the worker could delay it.
 */
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
  const loads = { with: [], without: [] };
  for (let round = 0; round < rounds; round += 1) {
    const pair = [
      async () => loads.without.push(await load(without, site)),
      async () => loads.with.push(await load(withWorker, site)),
    ];
    // Each is the first of a pair in turns.
    for (const one of round % 2 === 0 ? pair : pair.toReversed()) await one();
  }
  const isControlled = await withWorker.evaluate(() => navigator.serviceWorker.controller !== null);
  const middle = (way, time) => median(loads[way].map((one) => one[time]));
  const [delayed, direct] = [middle("with", "requestStart"), middle("without", "requestStart")];
  const started = loads.with.filter(({ workerStart }) => workerStart > 0).length;
  report(
    `Until the request for ${PAGE} leaves a phone, with the worker and without, ${rounds} pairs; of the time to load it`,
    `${delayed.toFixed(1)} and ${direct.toFixed(1)} ms: **${(1 + (delayed - direct) / middle("without", "loadEventEnd")).toFixed(3)}**`,
    "≤ 1.02",
  );
  report(
    `The worker was asked for the page; loading it with the worker and without${isControlled ? "" : "; NO WORKER RAN"}`,
    `${started} times; ${middle("with", "loadEventEnd").toFixed(0)} and ${middle("without", "loadEventEnd").toFixed(0)} ms`,
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
 * Returns the times of a load in ms from its beginning: when its request left, and the end of its load event; and when the
 * worker was started for it, 0 if it was not. It begins on another page of the site: from an empty one Chromium starts a
 * process for the page, unless the worker has one already.
 */
async function load(page, site) {
  await page.goto(site.origin + FROM);
  await page.goto(site.origin + PAGE, { waitUntil: "load" });
  return page.evaluate(() => performance.getEntriesByType("navigation")[0].toJSON());
}
