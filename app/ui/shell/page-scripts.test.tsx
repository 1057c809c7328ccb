import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer, Scripts } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { PageDataContext, pageDataScript } from "./page-data.ts";
import { MODULE_ID, PageScripts } from "./page-scripts.tsx";
import { HISTORY_KEY_SCRIPT } from "./restore-scroll.tsx";
import { STARTER } from "./starter.ts";

// Vitest sets DEV, and in development the scripts stay as Remix renders them.
beforeEach(() => {
  vi.stubEnv("DEV", false);
  return () => vi.unstubAllEnvs();
});

type Tag = { name: string; attributes: string; text: string };

/** Returns the script and link tags of a page that the installed Remix renders with this component at its end. */
async function render(PageEnd: ComponentType, hydrate = "intent"): Promise<Tag[]> {
  const route = { hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false };
  const file = { ...route, hasErrorBoundary: false, imports: ["/assets/react.js"], css: [] };
  const page = { id: "page", parentId: "root", index: true };
  const root = { id: "root", path: "" };
  const Root = () => (
    <html lang="en">
      <body>
        <Outlet />
        <PageEnd />
      </body>
    </html>
  );
  const build = {
    routes: {
      root: { ...root, module: { default: Root } },
      page: { ...page, module: { default: () => <p>Habari</p>, handle: { hydrate } } },
    },
    assets: {
      version: "1",
      url: "/assets/manifest.js",
      entry: { module: "/assets/entry.js", imports: ["/assets/react.js"] },
      routes: {
        root: { ...file, ...root, module: "/assets/root.js" },
        page: { ...file, ...page, module: "/assets/page.js" },
      },
    },
    entry: {
      module: {
        default: (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
          new Response(renderToString(<RemixServer context={context} url="http://localhost/" />), { status }),
      },
    },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    isSpaMode: false,
  } as unknown as ServerBuild;
  const html = await (await createRequestHandler(build, "production")(new Request("http://localhost/"))).text();
  return [...html.matchAll(/<(link)\b([^>]*)>|<(script)\b([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, link, linkAttributes, script, scriptAttributes, text = ""]) => ({
      name: link ?? script ?? "",
      attributes: linkAttributes ?? scriptAttributes ?? "",
      text,
    }),
  );
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
      text: [HISTORY_KEY_SCRIPT, context?.text, DATA, started?.text].join("\n"),
    },
    { name: "script", attributes: "", text: STARTER },
  ]);
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
});
