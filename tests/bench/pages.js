import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { median } from "./median.js";
import { measureHarsh, openBrowser, scorePage } from "./phone.js";
import { startRaw, startSite } from "./processes.js";

const PATHS = ["/", "/domains", "/domains/pricing", "/contact", "/blog", "/stride", "/privacy", "/terms", "/cookies"];
const HELLO = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Hello</title><p>Hello';

/**
 * Every page as a phone meets it, beside the floor: an empty page served by node's http, measured in turns with them.
 * Harsh figures are medians, and ratios the medians of the rounds'.
 */
export async function measurePages({ entry, settings, folder, rounds }) {
  const browser = await openBrowser();
  const site = await startSite({ entry, settings, logFile: `${folder}/site.log` });
  writeFileSync(`${folder}/hello.html`, HELLO);
  const hello = await startRaw(`${folder}/hello.html`, ["Content-Type", "text/html; charset=utf-8"]);
  const pages = PATHS.map((path) => ({ path, url: `${site.origin}${path}`, harsh: [] }));
  for (const page of pages) Object.assign(page, { htmlBytes: await sizeOf(page.url) }, await scorePage(page.url));
  const floors = [];
  for (let round = 0; round < rounds; round += 1) {
    const floor = await measureHarsh(hello.origin);
    floors.push(floor);
    for (const page of pages) page.harsh.push(beside(await measureHarsh(page.url), floor));
  }
  await Promise.all([browser.close(), site.stop(), hello.stop()]);
  return { floor: middle(floors), pages: pages.map((page) => ({ ...page, harsh: middle(page.harsh) })) };
}

function beside(page, floor) {
  return { ...page, fcpRatio: page.fcp / floor.fcp, lcpRatio: page.lcp / floor.lcp };
}

/** The median of each figure of some runs. */
function middle(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));
}

/** Bytes of a page's body with brotli. */
async function sizeOf(url) {
  const reply = await new Promise((done) => get(url, { headers: { "Accept-Encoding": "br" } }, done));
  return (await buffer(reply)).length;
}
