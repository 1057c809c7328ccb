import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { median } from "./median.js";
import { load, startRaw, startSite } from "./processes.js";

const CONNECTIONS = 32;

/**
 * Requests per second of the cached home page beside node's http serving the same brotli bytes, taken in turns so that a
 * busy machine slows both. Gives back the medians, and the ratio as the median of the pairs'.
 */
export async function measureCachedPage({ entry, settings, folder, rounds, seconds }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/site.log` });
  await writeFile(`${folder}/home.br`, await brotliBytes(site.origin));
  const raw = await startRaw(`${folder}/home.br`, "br");
  const one = (server) => load(server, { path: "/", seconds, connections: CONNECTIONS });
  await one(raw);
  await one(site);
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ raw: await one(raw), site: await one(site) });
  await Promise.all([site.stop(), raw.stop()]);
  const middle = (pick) => median(pairs.map(pick));
  return {
    raw: middle((pair) => pair.raw.rate),
    site: middle((pair) => pair.site.rate),
    ratio: middle((pair) => pair.site.rate / pair.raw.rate),
    rawMicros: middle((pair) => pair.raw.serverMicros),
    siteMicros: middle((pair) => pair.site.serverMicros),
    clientCpu: middle((pair) => pair.raw.cpu),
  };
}

/** The kept copy: the page is compressed for keeping just after it was first sent, so the first reply may be another. */
async function brotliBytes(origin) {
  for (;;) {
    const reply = await new Promise((done) => get(`${origin}/`, { headers: { "Accept-Encoding": "br" } }, done));
    const bytes = await buffer(reply);
    if (reply.headers.etag !== undefined) return bytes;
  }
}
