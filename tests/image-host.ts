import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { servers } from "./upstream-provider.ts";

/** Returns an image of one colour in this size and format. */
export function picture(width: number, height: number, format: "png" | "jpeg" | "webp" | "gif" | "avif" = "png") {
  return sharp({ create: { width, height, channels: 3, background: "#ffbf24" } })
    .toFormat(format)
    .toBuffer();
}

/** Starts a host of images on this computer. Returns its origin, its port and the requested paths. */
export async function imageHost(respond: RequestListener) {
  const requested: string[] = [];
  const server = createServer((req, res) => {
    requested.push(req.url ?? "");
    respond(req, res);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, requested };
}
