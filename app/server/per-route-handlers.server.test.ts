import { createServer, get as httpGet, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createRequestHandler, type EntryContext, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { server as mocks } from "#mocks/node.ts";
import { createRouteOf } from "./route-of.server.ts";
import { createPerRouteHandler } from "./site.server.ts";

type Node = { id: string; parentId?: string; path?: string; index?: true };

const NODES: Node[] = [
  { id: "root", path: "" },
  { id: "layout", parentId: "root" },
  { id: "home", parentId: "layout", index: true },
  { id: "blog", parentId: "layout", path: "blog" },
  { id: "post", parentId: "layout", path: "blog/:slug" },
  { id: "dashboard", parentId: "layout", path: "dashboard" },
  { id: "dns", parentId: "dashboard", path: "domains/:domain/dns" },
  { id: "anything", parentId: "layout", path: "*" },
];

/** A site whose pages list their routes and the number of known routes, and whose loaders return their route's id. */
const build = {
  routes: byId((node) => ({
    ...node,
    module: { default: () => null, loader: ({ params }: { params: object }) => ({ ...params, at: node.id }) },
  })),
  assets: {
    version: "1",
    url: "",
    entry: { module: "", imports: [] },
    routes: byId((node) => ({ ...node, hasLoader: true })),
  },
  entry: {
    module: {
      default: (_request: Request, status: number, _headers: Headers, context: EntryContext) => {
        const { matches, loaderData } = context.staticHandlerContext;
        const known = [Object.keys(context.manifest.routes).length, Object.keys(context.routeModules).length];
        return Response.json({ rendered: matches.map(({ route }) => route.id), loaderData, known }, { status });
      },
    },
  },
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  isSpaMode: false,
} as unknown as ServerBuild;

function byId(make: (node: Node) => object) {
  return Object.fromEntries(NODES.map((node) => [node.id, make(node)]));
}

const own = serve(createPerRouteHandler({ build, routeOf: createRouteOf(build.routes) }));
const whole = serve(createRequestHandler(build, "production"));

function serve(handler: RequestHandler) {
  return createServer(createRequestListener((request) => handler(request))).listen(0, "127.0.0.1");
}

// The mock providers would reject requests to this test's servers.
beforeAll(() => mocks.close());
afterAll(() => {
  for (const server of [own, whole]) server.close();
});

/** Sends a request with the path as it is written; fetch would normalise it. */
async function get(server: typeof own, path: string) {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((done) =>
    httpGet({ host: "127.0.0.1", port, path, agent: false }, done),
  );
  return { status: response.statusCode, body: await text(response) };
}

it.each([
  ["/", "home"],
  ["/blog", "blog"],
  ["/Blog/", "blog"],
  ["/blog/our-first-post?q=x", "post"],
  ["/blog/caf%C3%A9", "post"],
  ["/blog/../dashboard", "dashboard"],
  ["//blog", "anything"],
  ["/dashboard/domains/mamanjeri.co.ke/dns", "dns"],
  ["/dashboard/domains", "anything"],
  ["/nowhere", "anything"],
])("draws %s as Remix with all routes does, and gives the page only its own routes", async (path, last) => {
  const [mine, remix] = await Promise.all([get(own, path), get(whole, path)]);
  const [{ known, ...page }, { known: all, ...expected }] = [JSON.parse(mine.body), JSON.parse(remix.body)];
  expect([mine.status, page]).toEqual([remix.status, expected]);
  expect(page.rendered.at(-1)).toBe(last);
  expect(all).toEqual([NODES.length, NODES.length]);
  expect(known).toEqual([page.rendered.length, page.rendered.length]);
});

it.each([
  "/_root.data",
  "/blog/our-first-post.data",
  "/dashboard/domains/a.co.ke/dns.data?_routes=dns",
  "/blog/%E0%A4%A",
])("answers %s as Remix with all routes does", async (path) => {
  expect(await get(own, path)).toEqual(await get(whole, path));
});
