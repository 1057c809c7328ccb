import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { httpRequest, postForm } from "../../tests/resilience/request.ts";
import { PageCache } from "./page-cache.server.ts";
import { replayRequest } from "./read-body.server.ts";
import { createSite } from "./site.server.ts";

vi.mock("#app/platform/abuse/limits.server.ts", () => ({
  countPage: async (address: string) => (address === "flood" ? { ok: false, retryAfterSeconds: 7 } : { ok: true }),
}));

/** The root route only answers; `loader` is replaced by tests. */
const loader = vi.fn<(args: LoaderFunctionArgs) => unknown>();
const action = async ({ request }: ActionFunctionArgs) =>
  Response.json({ url: request.url, typed: [...(await request.formData())] });
const route = { id: "root", path: "*", module: { loader, action }, hasLoader: true };
/** Draws a page for the route that has a component. */
const draw = vi.fn<(args: { headers: Headers; context: AppLoadContext }) => Response>();
const entry = {
  handleError: () => {},
  default: (_request: Request, _status: number, headers: Headers, _remix: unknown, context: AppLoadContext) =>
    draw({ headers, context }),
};
const page = { id: "page", path: "page", module: { default: () => null } };
const serverBuild = {
  routes: { root: route, page },
  assets: { version: "1", url: "", entry: { module: "", imports: [] }, routes: { root: route, page } },
  entry: { module: entry },
  future: { v3_singleFetch: true },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  isSpaMode: false,
} as unknown as ServerBuild;

const build = vi.fn(async () => serverBuild);
const site = createSite({ mode: "development", build, cache: new PageCache() });
const server = createServer((req, res) => {
  if (req.headers.from === "gone") req.socket.destroy();
  const incoming = req.method === "POST" ? replayRequest(req, { body: Buffer.from("name=Njeri&name=Achieng") }) : req;
  site(incoming, res, { requestId: "1", address: String(req.headers.from) });
});
let port: number;
beforeAll(async () => {
  mocks.close();
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  vi.restoreAllMocks();
  build.mockClear();
});
afterAll(() => void server.close());

/** Returns a function that returns the errors logged from now on. */
function failures() {
  const error = vi.spyOn(log, "error").mockReturnValue();
  return () => error.mock.calls.map((call) => call.at(-1));
}

it("draws no page for a visitor who has left, but carries out their form", async () => {
  await expect(httpRequest({ port }, "/domains", { headers: { From: "gone" } })).rejects.toThrow();
  expect(build).not.toHaveBeenCalled();
  await expect(postForm({ port }, "/domains", {}, { From: "gone" })).rejects.toThrow();
  await vi.waitFor(() => expect(build).toHaveBeenCalledOnce(), { timeout: 60_000 });
});

it("draws no page for an address over its limit, and sends security headers with the 429", async () => {
  const refused = await httpRequest({ port }, "/domains", { headers: { From: "flood" } });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "7"]);
  expect(refused.headers["x-content-type-options"]).toBe("nosniff");
  expect(build).not.toHaveBeenCalled();
  const logged = failures();
  build.mockRejectedValueOnce(new Error("Nothing is rendered here."));
  const failed = await httpRequest({ port }, "/domains", { headers: { From: "somebody else" } });
  expect([failed.status, failed.text]).toEqual([500, expect.stringContaining("<h1>Something went wrong</h1>")]);
  expect(failed.headers["cache-control"]).toBe("private, no-cache");
  expect(build).toHaveBeenCalledOnce();
  expect(logged()).toEqual(["request failed"]);
});

it("passes on a form whose body was read before, with its URL unchanged", async () => {
  const { text } = await postForm({ port }, "/contact?plan=a%2Bb", "");
  expect(JSON.parse(text)).toEqual({
    url: `http://127.0.0.1:${port}/contact?plan=a%2Bb`,
    typed: [
      ["name", "Njeri"],
      ["name", "Achieng"],
    ],
  });
});

it("sends the cookies of the context and of the reply, and nothing of a reply that fails half-way", async () => {
  loader.mockImplementation(({ context }) => {
    for (const cookie of ["a=1", "b=2", "a=3"]) context.appendCookie?.(cookie);
    return new Response("whole", { headers: { "Set-Cookie": "c=4" } });
  });
  const { text, headers } = await httpRequest({ port }, "/");
  expect([text, headers["set-cookie"]]).toEqual(["whole", ["b=2", "a=3", "c=4"]]);

  const logged = failures();
  const broken = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode("half"));
      controller.error(new Error("broken"));
    },
  });
  loader.mockReturnValue(new Response(broken));
  const failed = await httpRequest({ port }, "/");
  expect([failed.status, failed.text, logged()]).toEqual([
    500,
    expect.not.stringContaining("half"),
    ["request failed"],
  ]);
});

it("sends a rendered page with its length in bytes, and no body for HEAD", async () => {
  draw.mockImplementation(({ headers }) => {
    headers.set("Content-Type", "text/html");
    return new Response("<p>é", { headers });
  });
  const [page, head] = [await httpRequest({ port }, "/page"), await httpRequest({ port }, "/page", { method: "HEAD" })];
  expect([page.text, head.text]).toEqual(["<p>é", ""]);
  expect(page.headers["content-length"]).toBe("5");
  for (const { headers } of [page, head])
    expect([headers["content-type"], headers.vary]).toEqual(["text/html", "Accept-Encoding"]);
});

it("aborts the loader of a visitor who has left, and logs no failure", async () => {
  const logged = failures();
  const rejected = vi.fn();
  process.on("unhandledRejection", rejected);
  const left = new Promise<void>((done) => {
    loader.mockImplementation(async ({ request: { signal } }) => {
      visitor.destroy();
      await once(signal, "abort");
      done();
      throw signal.reason;
    });
  });
  const visitor = request({ port, host: "127.0.0.1", agent: false }).on("error", () => {});
  visitor.end();
  await left;
  loader.mockImplementation(() => new Response("next"));
  expect((await httpRequest({ port }, "/")).text).toBe("next");
  expect([logged(), rejected.mock.calls]).toEqual([[], []]);
  process.off("unhandledRejection", rejected);
});

it.each([
  ["the worker for forms that did not reach the site", true, "respondWith"],
  ["with OFFLINE=0 a worker that removes itself", false, "unregister"],
])("serves %s, which browsers check at each visit", async (_what, hasOfflineWorker, part) => {
  const before = env.hasOfflineWorker;
  Object.assign(env, { hasOfflineWorker });
  const withFiles = createSite({ mode: "development", build, cache: new PageCache(), clientFolder: "public" });
  const files = createServer((req, res) => withFiles(req, res, { requestId: "1", address: "10.0.0.1" }));
  await new Promise<void>((done) => void files.listen(0, "127.0.0.1", done));
  const response = await fetch(`http://127.0.0.1:${(files.address() as AddressInfo).port}/offline.js`);
  expect(await response.text()).toContain(part);
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/javascript/);
  files.close();
  Object.assign(env, { hasOfflineWorker: before });
});
