import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { median } from "./median.js";
import { load, startRaw, startSite } from "./processes.js";

const CONNECTIONS = 16;

/**
 * A page that is never kept, drawn each time: requests per second, beside those of node's http with the same bytes and asked
 * in turns with it; the site's own time for one, in milliseconds of the processor; and those that one takes alone and in a crowd.
 */
export async function measureRenderedPage({ entry, settings, addressHeader, path, folder, seconds, rounds }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/site.log` });
  const raw = await startSame(site.origin + path, `${folder}/drawn.br`);
  const ask = (server, connections) => load(server, { path, seconds, connections, addressHeader });
  await ask(site, CONNECTIONS);
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    turns.push({ site: await ask(site, CONNECTIONS), raw: await ask(raw, CONNECTIONS) });
  }
  const alone = await ask(site, 1);
  await Promise.all([site.stop(), raw.stop()]);
  const middle = (pick) => median(turns.map(pick));
  return {
    rate: middle((turn) => turn.site.rate),
    rawRate: middle((turn) => turn.raw.rate),
    ratio: middle((turn) => turn.site.rate / turn.raw.rate),
    cpuMs: middle((turn) => turn.site.micros) / 1000,
    crowdP50: middle((turn) => turn.site.p50),
    crowdP99: middle((turn) => turn.site.p99),
    aloneP50: alone.p50,
    aloneP99: alone.p99,
  };
}

/** node's http with the bytes that the site has just sent. */
async function startSame(url, file) {
  const reply = await new Promise((done) => get(url, { headers: { "Accept-Encoding": "br" } }, done));
  await writeFile(file, await buffer(reply));
  return startRaw(file, ["Content-Type", "text/html; charset=utf-8", "Content-Encoding", "br"]);
}
