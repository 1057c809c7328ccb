import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer, Scripts } from "@remix-run/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { MODULE_ID, PageScripts } from "./page-scripts.tsx";
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

const isModule = ({ attributes }: Tag) => attributes.includes('type="module"');
const isInert = ({ attributes }: Tag) => attributes.includes("text/remix-module");

it("makes exactly the module script of the installed Remix inert, drops its preloads and leaves the rest alone", async () => {
  const before = await draw(() => <Scripts />);
  const after = await draw(PageScripts);
  const started = before.filter(isModule);
  expect(started).toHaveLength(1);
  expect(
    before.some(({ name }) => name === "link"),
    "Remix preloads",
  ).toBe(true);

  expect(after.filter(({ name, attributes }) => name === "link" || / src=/.test(attributes))).toEqual([]);
  expect(after.filter(isModule)).toEqual([]);
  const inert = after.filter(isInert);
  expect(inert).toEqual([
    { name: "script", attributes: ` type="text/remix-module" id="${MODULE_ID}"`, text: started[0]?.text },
  ]);
  expect(inert[0]?.text).toContain('import("/assets/entry.js")');

  const starter = { name: "script", attributes: ' data-when="intent"', text: STARTER };
  const others = before.filter((tag) => tag.name === "script" && !isModule(tag));
  expect(others.length).toBeGreaterThan(0);
  expect(after.filter((tag) => !isInert(tag))).toEqual([others[0], starter, ...others.slice(1)]);
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
