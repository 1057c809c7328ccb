import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A proxy on this computer alone, whose requests this carries. Gives back what Playwright needs to use it, and how to end it. */
export async function serveProxy(carry: RequestListener) {
  const server = createServer(carry).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  // Without this a browser goes past its proxy to whatever runs on the same machine.
  const proxy = { server: `http://127.0.0.1:${address.port}`, bypass: "<-loopback>" };
  return { proxy, stop: () => server.close() };
}
