import { once } from "node:events";
import { createServer, request } from "node:http";

/**
 * A proxy that lets no cookie through in either direction: what a browser sees that keeps none, whichever browser it is.
 * Gives back what Playwright needs to use it, and how to end it.
 */
export async function serveWithoutCookies() {
  const server = createServer((incoming, outgoing) => {
    const { cookie: _, "proxy-connection": __, ...headers } = incoming.headers;
    const onward = request(incoming.url ?? "", { method: incoming.method, headers }, (reply) => {
      const { "set-cookie": ___, ...kept } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, kept);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  // Without this a browser goes past its proxy to whatever runs on the same machine.
  const proxy = { server: `http://127.0.0.1:${address.port}`, bypass: "<-loopback>" };
  return { proxy, stop: () => server.close() };
}
