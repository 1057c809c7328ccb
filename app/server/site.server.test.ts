import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { PageCache } from "./page-cache.server.ts";
import { createSite } from "./site.server.ts";

vi.mock("#app/work/limits.server.ts", () => ({
  takePage: async (address: string) => (address === "flood" ? { ok: false, retryAfterSeconds: 7 } : { ok: true }),
}));

const build = vi.fn(() => Promise.reject(new Error("Nothing is drawn here.")));
const site = createSite({ mode: "development", build, cache: new PageCache() });
const server = createServer((req, res) => site(req, res, { requestId: "1", address: String(req.headers.from) }));
beforeAll(async () => {
  mocks.close();
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
});
afterAll(() => void server.close());

it("draws nothing for an address that has had too many pages, and its reply has the site's own head", async () => {
  const { port } = server.address() as AddressInfo;
  const ask = (from: string) => fetch(`http://127.0.0.1:${port}/domains`, { headers: { from } });
  const refused = await ask("flood");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "7"]);
  expect(refused.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(build).not.toHaveBeenCalled();
  const said = vi.spyOn(log, "error").mockReturnValue();
  expect((await ask("somebody else")).status).toBe(500);
  expect(build).toHaveBeenCalledOnce();
  expect(said.mock.calls.map((call) => call.at(-1))).toEqual(["request failed"]);
});
