import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const ROUND_TRIP_MS = 400;
/** A lost packet is sent again after a second (RFC 6298, 2.1). This network loses one of twenty. */
const RETRANSMISSION_MS = 1000;

/** Starts a proxy that removes cookies in both directions, so that the browser looks like one that keeps none. */
export function serveWithoutCookies() {
  return serveProxy((incoming, outgoing) => {
    const { cookie: _, "proxy-connection": __, ...headers } = incoming.headers;
    const upstream = request(incoming.url ?? "", { method: incoming.method, headers }, (response) => {
      const { "set-cookie": ___, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      response.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  });
}

/**
 * Starts a proxy as slow as 2G. While `network.isLosing` it drops the response to each POST, which the site has handled by
 * then, and counts it in `network.lost`. One lost response is not enough: on a connection that it opened ahead or has used
 * before, a browser repeats a form by itself. While `network.isDown` no request
 * arrives, and while it `isSilent` no POST is answered. With `hasNoWorker` the site is one with OFFLINE=0.
 */
export async function serveWeakNetwork() {
  const network = { isLosing: false, lost: 0, isDown: false, isSilent: false, hasNoWorker: false };
  let packets = 0;
  const travel = () => wait(ROUND_TRIP_MS / 2 + (++packets % 20 === 0 ? RETRANSMISSION_MS : 0));

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { "proxy-connection": _, ...headers } = incoming.headers;
    const sent = await buffer(incoming);
    await travel();
    if (network.isDown) return void outgoing.destroy();
    if (network.isSilent && incoming.method === "POST") return;
    const url = incoming.url ?? "";
    const served = network.hasNoWorker ? url.replace(/\/offline\.js$/, "/offline-off.js") : url;
    const upstream = request(served, { method: incoming.method, headers }, async (response) => {
      const received = await buffer(response);
      await travel();
      if (network.isLosing && incoming.method === "POST") {
        network.lost += 1;
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers).end(received);
    });
    upstream.on("error", () => outgoing.destroy());
    upstream.end(sent);
  }

  return { ...(await serveProxy(forward)), network };
}

/** Starts a proxy on the loopback interface. Returns Playwright's `proxy` option and a function that stops it. */
async function serveProxy(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  // By default Chromium bypasses its proxy for the loopback interface.
  const proxy = { server: `http://127.0.0.1:${address.port}`, bypass: "<-loopback>" };
  return { proxy, stop: () => server.close() };
}
