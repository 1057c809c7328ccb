/** Serves the site's own front over HTTP to the test file that imports this, because M-PESA reports payments there. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { createHttpServer } from "#app/server/listen.server.ts";
import { PageCache } from "#app/server/page-cache.server.ts";
import { createRequestHandler } from "#app/server/request-handler.server.ts";
import { server as mocks } from "#mocks/node.ts";

/** Addresses that got a page in the current test: no report of a payment may. */
export const pages: (string | undefined)[] = [];
const page = async (req: { url?: string | undefined }, res: { end(text: string): void }) => {
  pages.push(req.url);
  res.end("a page");
};
const site = createHttpServer(createRequestHandler({ site: page as never, cache: new PageCache() }));

beforeAll(async () => {
  mocks.close();
  mocks.listen({ onUnhandledRequest: "bypass" });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  Object.assign(env, { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` });
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  pages.length = 0;
});
