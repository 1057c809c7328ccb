import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer, Scripts } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { PageDataContext, pageDataScript } from "./page-data.ts";
import { MODULE_ID, PageScripts } from "./page-scripts.tsx";
import { HISTORY_KEY_SCRIPT } from "./restore-scroll.tsx";
import { STARTER } from "./starter.ts";

// Vitest counts as development, where the scripts are left as they are.
beforeEach(() => {
  vi.stubEnv("DEV", false);
  return () => vi.unstubAllEnvs();
});

type Tag = { name: string; attributes: string; text: string };

/** Draws a page with Remix's own server, so that what is tested is what the installed Remix really gives. */
async function draw(PageEnd: ComponentType, hydrate = "intent"): Promise<Tag[]> {
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
const isInert = ({ attributes }: Tag) => attributes.includes("text/remix-module");

it("puts all that the installed Remix would run, and the page's data, into one inert module in its order, and drops its preloads", async () => {
  const before = await draw(() => <Scripts />);
  const after = await draw(() => (
    <PageDataContext.Provider value={DATA}>
      <PageScripts />
    </PageDataContext.Provider>
  ));
  const [context, started, ...more] = before.filter(({ name }) => name === "script");
  expect([started?.attributes, more]).toEqual([' type="module" async=""', []]);
  expect(context?.text).toContain("window.__remixContext = ");
  expect(started?.text).toContain('import("/assets/entry.js")');
  expect(
    before.some(({ name }) => name === "link"),
    "Remix preloads",
  ).toBe(true);

  expect(after).toEqual([
    {
      name: "script",
      attributes: ` type="text/remix-module" id="${MODULE_ID}" data-when="intent"`,
      text: [HISTORY_KEY_SCRIPT, context?.text, DATA, started?.text].join("\n"),
    },
    { name: "script", attributes: "", text: STARTER },
  ]);
});

it("hands over the data as it was encoded, whatever stands in it", async () => {
  const encoded = `["</script><!--<script>","\\"\u2028"]\n`;
  const script = pageDataScript(encoded);
  expect(script).not.toContain("<");
  const seen: string[] = [];
  const streamController = { enqueue: (text: string) => seen.push(text), close: () => seen.push("closed") };
  new Function("window", script)({ __remixContext: { streamController } });
  expect(seen).toEqual([encoded, "closed"]);
});

it.each([
  ["idle", 'data-when="idle"'],
  ["intent", 'data-when="intent"'],
])("tells the starter of a page that hydrates on %s when to start", async (hydrate, attribute) => {
  expect((await draw(PageScripts, hydrate)).filter(({ attributes }) => attributes.includes(attribute))).toHaveLength(1);
});

it.each(["never", "sometimes"])("a page that hydrates %s has no script of ours or Remix's", async (hydrate) => {
  const tags = await draw(PageScripts, hydrate);
  expect(tags.filter((tag) => isInert(tag) || tag.attributes.includes("data-when"))).toEqual([]);
  expect(tags.some(({ text }) => text.includes("__remixContext"))).toBe(false);
});
