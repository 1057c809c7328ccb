import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer, Scripts } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { STARTER } from "./hydration-start.ts";
import { MODULE_ID, PageDataContext, PageScripts, PageStarter, pageDataScript } from "./page-scripts.tsx";
import { HISTORY_SCRIPT } from "./restore-scroll.tsx";

// Vitest sets DEV, and in development the scripts stay as Remix renders them.
beforeEach(() => {
  vi.stubEnv("DEV", false);
  return () => vi.unstubAllEnvs();
});

/** Returns the script and link tags of a page that the installed Remix renders with this component at its end. */
async function render(PageEnd: ComponentType, hydrate = "intent") {
  const routes = [
    { id: "root", path: "", module: { default: () => [<Outlet key="page" />, <PageEnd key="end" />] } },
    { id: "page", parentId: "root", index: true, module: { default: () => "Habari", handle: { hydrate } } },
  ];
  const byId = <Part,>(of: (route: (typeof routes)[number]) => Part) =>
    Object.fromEntries(routes.map((route) => [route.id, of(route)]));
  const build = {
    routes: byId((route) => route),
    assets: {
      version: "1",
      url: "/assets/manifest.js",
      entry: { module: "/assets/entry.js", imports: ["/assets/react.js"] },
      routes: byId(({ id, module: _, ...route }) => ({
        ...route,
        id,
        module: `/assets/${id}.js`,
        imports: [],
        css: [],
      })),
    },
    entry: {
      module: {
        default: (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
          new Response(renderToString(<RemixServer context={context} url="http://localhost/" />), { status }),
      },
    },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    publicPath: "/",
  } as unknown as ServerBuild;
  const response = await createRequestHandler(build, "production")(new Request("http://localhost/"));
  const tags = (await response.text()).matchAll(/<(link|script)\b([^>]*)>([^<]*)/g);
  return [...tags].map(([, name, attributes = "", text = ""]) => ({ name, attributes, text }));
}

const DATA = pageDataScript('["Habari"]');

it("puts Remix's scripts and the page's data into one inert module in Remix's order, without preloads", async () => {
  const before = await render(() => <Scripts />);
  const after = await render(() => (
    <PageDataContext.Provider value={DATA}>
      <PageScripts />
    </PageDataContext.Provider>
  ));
  const [context, started, ...more] = before.filter(({ name }) => name === "script");
  expect([started?.attributes, more]).toEqual([' type="module" async=""', []]);
  expect(context?.text).toContain("window.__remixContext = ");
  expect(started?.text).toContain('import("/assets/entry.js")');
  expect(before.map(({ name }) => name)).toContain("link");

  expect(after).toEqual([
    {
      name: "script",
      attributes: ` type="text/remix-module" id="${MODULE_ID}" data-when="intent"`,
      text: [HISTORY_SCRIPT, context?.text, DATA, started?.text].join("\n"),
    },
  ]);
});

it("puts the starter into a script of its own", async () => {
  expect(await render(PageStarter)).toEqual([{ name: "script", attributes: "", text: STARTER }]);
});

it("passes the page's data to Remix unchanged, and its script has no <", async () => {
  const encoded = `["</script><!--<script>","\\"\u2028"]\n`;
  const script = pageDataScript(encoded);
  expect(script).not.toContain("<");
  const seen: string[] = [];
  const streamController = { enqueue: (text: string) => seen.push(text), close: () => seen.push("closed") };
  new Function("window", script)({ __remixContext: { streamController } });
  expect(seen).toEqual([encoded, "closed"]);
});

it.each(["idle", "intent"])("tells the starter that a page hydrates on %s", async (hydrate) => {
  const [module] = await render(PageScripts, hydrate);
  expect(module?.attributes).toContain(`data-when="${hydrate}"`);
});

it.each(["never", "sometimes"])("a page that hydrates %s has no script", async (hydrate) => {
  expect(await render(PageScripts, hydrate)).toEqual([]);
  expect(await render(PageStarter, hydrate)).toEqual([]);
});
