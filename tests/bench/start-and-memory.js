import { setTimeout as wait } from "node:timers/promises";
import { median } from "./median.js";
import { load, startSite } from "./processes.js";

const SETTLE_MS = 2_000;

/**
 * Milliseconds from the command to the first page, on a data folder that is there already, and megabytes in memory:
 * idle, and again some seconds after `seconds` of drawing pages.
 */
export async function measureStart({ entry, settings, addressHeader, path, folder, seconds, rounds }) {
  const start = () => startSite({ entry, settings, logFile: `${folder}/site.log` });
  const fresh = await start();
  await fresh.stop();
  const times = [];
  for (let round = 1; round < rounds; round += 1) {
    const site = await start();
    times.push(site.firstPageMs);
    await site.stop();
  }
  const site = await start();
  times.push(site.firstPageMs);
  await wait(SETTLE_MS);
  const idle = site.rssMb();
  await load(site, { path, seconds, connections: 16, addressHeader });
  await wait(SETTLE_MS);
  const loaded = site.rssMb();
  await site.stop();
  return { freshMs: fresh.firstPageMs, warmMs: median(times), idleMb: idle, loadedMb: loaded };
}
