import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { median } from "./median.js";
import { load, startRaw, startSite } from "./processes.js";

const CONNECTIONS = 32;
/** What every server adds by itself, or for this connection alone. */
const NOT_THE_PAGES = new Set(["date", "connection", "keep-alive", "content-length"]);

/**
 * Requests per second of the cached home page beside node's http: `bare` serves the same brotli bytes, `same` the page's
 * whole head too. They are asked in turns, so that a busy machine slows all. Gives back medians, and the ratios as the
 * medians of the rounds'.
 */
export async function measureCachedPage({ entry, settings, folder, rounds, seconds }) {
  const site = await startSite({ entry, settings, logFile: `${folder}/site.log` });
  const { body, head } = await keptPage(site.origin);
  const file = `${folder}/home.br`;
  await writeFile(file, body);
  const bare = await startRaw(file, ["Content-Type", "text/html; charset=utf-8", "Content-Encoding", "br"]);
  const same = await startRaw(file, head);
  const one = (server) => load(server, { path: "/", seconds, connections: CONNECTIONS });
  for (const server of [bare, same, site]) await one(server);
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    turns.push({ bare: await one(bare), same: await one(same), site: await one(site) });
  }
  await Promise.all([site.stop(), bare.stop(), same.stop()]);
  const middle = (pick) => median(turns.map(pick));
  return {
    site: middle((turn) => turn.site.rate),
    bare: middle((turn) => turn.bare.rate),
    same: middle((turn) => turn.same.rate),
    bareRatio: middle((turn) => turn.site.rate / turn.bare.rate),
    sameRatio: middle((turn) => turn.site.rate / turn.same.rate),
    micros: [
      middle((turn) => turn.site.micros),
      middle((turn) => turn.bare.micros),
      middle((turn) => turn.same.micros),
    ],
    clientCpu: middle((turn) => turn.bare.cpu),
  };
}

/** The page as kept: it is compressed just after it was first sent, so the first reply may be another. */
async function keptPage(origin) {
  for (;;) {
    const reply = await new Promise((done) => get(`${origin}/`, { headers: { "Accept-Encoding": "br" } }, done));
    const body = await buffer(reply);
    const head = Object.entries(reply.headers).filter(([name]) => !NOT_THE_PAGES.has(name));
    if (reply.headers.etag !== undefined) return { body, head: head.flat() };
  }
}
