import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import * as entry from "./entry.server.tsx";

afterEach(() => vi.useRealTimers());

/** A site of one page, whose loader gives this. */
function siteOf(given: unknown) {
  const about = { id: "root", path: "" };
  const file = { ...about, hasLoader: true, module: "/assets/root.js", imports: [], css: [] };
  const build = {
    routes: { root: { ...about, module: { default: () => createElement("p", null, "Habari"), loader: () => given } } },
    assets: { version: "1", url: "/m.js", entry: { module: "/assets/entry.js", imports: [] }, routes: { root: file } },
    entry: { module: entry },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
  } as unknown as ServerBuild;
  return createRequestHandler(build, "production");
}

it.each(["/", "/_root.data"])("leaves no timer behind once %s is answered", async (path) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const reply = await siteOf({ words: "Habari" })(new Request(`http://localhost${path}`));
  expect(await reply.text()).toContain("Habari");
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
});
