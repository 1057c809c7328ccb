import { request } from "node:http";
import { serveProxy } from "./proxy.ts";

/** A proxy that lets no cookie through in either direction: what a browser sees that keeps none, whichever browser it is. */
export function serveWithoutCookies() {
  return serveProxy((incoming, outgoing) => {
    const { cookie: _, "proxy-connection": __, ...headers } = incoming.headers;
    const onward = request(incoming.url ?? "", { method: incoming.method, headers }, (reply) => {
      const { "set-cookie": ___, ...kept } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, kept);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
}
