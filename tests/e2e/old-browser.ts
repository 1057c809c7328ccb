import { once } from "node:events";
import { createServer, request } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * What browsers of 2019 do not know. A selector, a value or a property that is unknown is dropped with its rule or
 * declaration.
 */
const NEW_CSS: [RegExp, string][] = [
  [/:has\(/g, ":unknown("],
  [/\btext-wrap(?=:)/g, "unknown"],
  [/(?<=\d)dvh\b/g, "unknown"],
  [/color-mix\(/g, "unknown("],
];

/**
 * Starts a proxy that makes the browser an old one: the site's scripts do not parse, new CSS is unknown, and requests have no
 * Sec-Fetch-Site, Origin and Referer, as of Opera Mini. `hasCookies`: whether it keeps cookies. Returns Playwright's `proxy`
 * option and a function that stops it.
 */
export async function serveOldBrowser({ hasCookies }: { hasCookies: boolean }) {
  const server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? "").pathname;
    if (/^\/assets\/.*\.js$/.test(path))
      return void outgoing.writeHead(200, { "Content-Type": "text/javascript" }).end("?.");
    const isSent = ([name]: [string, unknown]) =>
      !/^(?:sec-.*|origin|referer|accept-encoding|proxy-connection)$/.test(name) && (hasCookies || name !== "cookie");
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(isSent));
    const upstream = request(incoming.url ?? "", { method: incoming.method, headers }, async (response) => {
      const { "content-length": _, "set-cookie": cookies, ...kept } = response.headers;
      const body = await buffer(response);
      const isText = /html|css/.test(kept["content-type"] ?? "");
      const old = isText
        ? NEW_CSS.reduce((text, [part, unknown]) => text.replace(part, unknown), body.toString())
        : body;
      outgoing.writeHead(response.statusCode ?? 502, hasCookies && cookies ? { ...kept, "set-cookie": cookies } : kept);
      outgoing.end(old);
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { proxy: { server: `http://127.0.0.1:${address.port}`, bypass: "<-loopback>" }, stop };
}
