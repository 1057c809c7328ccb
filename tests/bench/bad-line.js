// A proxy that is a bad line: slow, and it fails requests at random. The same seed fails the same requests.
import { once } from "node:events";
import { createServer, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const ROUND_TRIP_MS = 400;
/** 400 kbit/s. */
const BYTES_PER_MS = 50;
const FOR_EVER_MS = 3_600_000;

/** Returns a function that returns numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Starts the proxy. A request fails with this probability: the line is down for 1 or 10 s, the response is lost after the
 * request was carried out, it is cut in the middle, or nothing comes for 5 to 25 s or for ever. To the sandbox all requests
 * come from `address`. `note` is called with each request, and with what becomes of
 * it in a word. Returns Playwright's `proxy` option and a function that stops it.
 */
export async function serveBadLine(probability, seed, address, note = () => {}) {
  const random = seededRandom(seed);
  let downUntil = 0;

  async function forward(incoming, outgoing) {
    const fault = random() < probability ? faultOf(random) : {};
    if (fault.downMs) downUntil = Date.now() + fault.downMs;
    const isDown = Date.now() < downUntil;
    note(incoming, isDown ? "down" : (fault.name ?? "whole"));
    if (isDown) return outgoing.destroy();
    const { "proxy-connection": _, ...others } = incoming.headers;
    const headers = { ...others, "x-sandbox-address": address };
    const sent = await buffer(incoming);
    await wait(ROUND_TRIP_MS / 2 + sent.length / BYTES_PER_MS);
    if (fault.silentMs) await wait(fault.silentMs, undefined, { ref: false });
    const upstream = request(incoming.url, { method: incoming.method, headers }, async (response) => {
      const received = await buffer(response);
      await wait(ROUND_TRIP_MS / 2 + received.length / BYTES_PER_MS);
      if (fault.isLost) return outgoing.destroy();
      outgoing.writeHead(response.statusCode, response.headers);
      if (!fault.isCut) return outgoing.end(received);
      outgoing.write(received.subarray(0, received.length / 2), () => outgoing.destroy());
    });
    upstream.on("error", () => outgoing.destroy());
    upstream.end(sent);
  }

  const server = createServer((incoming, outgoing) => forward(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // By default Chromium bypasses its proxy for the loopback interface.
  const proxy = { server: `http://127.0.0.1:${server.address().port}`, bypass: "<-loopback>" };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { proxy, stop };
}

function faultOf(random) {
  const isShort = random() < 0.5;
  const silentMs = isShort ? 5_000 + random() * 20_000 : FOR_EVER_MS;
  const faults = [
    { name: "down", downMs: isShort ? 1_000 : 10_000 },
    { name: "lost", isLost: true },
    { name: "cut", isCut: true },
    { name: "silent", silentMs },
  ];
  return faults[Math.floor(random() * faults.length)];
}
