/** The site's pages as HTML, from its route registry, without a build. */
import { createRequestHandler } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { JSDOM } from "jsdom";
import * as entry from "#app/entry.server.tsx";
import { withoutPostParam } from "#app/platform/http/post-address.ts";
import * as root from "#app/root.tsx";
import routes from "#app/routes.ts";
import { withHiddenPages } from "#app/server/site.server.ts";
import type { Browser } from "./browser.ts";

type Module = Record<string, unknown>;
type Build = Parameters<typeof createRequestHandler>[0];
type Route = { id: string; parentId?: string | undefined; path?: string | undefined; index?: boolean; module: Module };

const modules = import.meta.glob<Module>("../../app/routes/**/*.{ts,tsx}");

async function flat(entries: RouteConfigEntry[], parentId = "root"): Promise<Route[]> {
  const lists = entries.map(async ({ id, file, path, index, children = [] }) => {
    const module = (await modules[`../../app/${file}`]?.()) ?? {};
    const route = { id: id ?? file, parentId, path, ...(index && { index }), module };
    return [route, ...(await flat(children, route.id))];
  });
  return (await Promise.all(lists)).flat();
}

const all: Route[] = [{ id: "root", path: "", module: root }, ...(await flat(await routes))];
const build = {
  mode: "production",
  entry: { module: entry },
  routes: Object.fromEntries(all.map((route) => [route.id, route])),
  assets: {
    entry: { imports: [], module: "/entry.js" },
    routes: Object.fromEntries(
      all.map(({ module, ...route }) => [
        route.id,
        { ...route, module: "/a.js", hasAction: "action" in module, hasLoader: "loader" in module },
      ]),
    ),
    url: "/manifest.js",
    version: "1",
  },
  publicPath: "/",
  assetsBuildDirectory: "build",
  future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true, v3_singleFetch: true },
  isSpaMode: false,
};
const handle = withHiddenPages(createRequestHandler(build as unknown as Build, "production"));

/** Returns the page that a browser without scripts gets for a URL, or for a form that it posts there. */
export async function renderPage(browser: Browser, path: string, fields?: [name: string, value: string][]) {
  const { request, context } = browser.requestArgs(withoutPostParam(path));
  const init = { method: "POST", body: new URLSearchParams(fields), headers: request.headers };
  const response = await handle(fields ? new Request(request.url, init) : request, context);
  const html = await response.text();
  checkFormActions(html, request.url);
  return { status: response.status, to: response.headers.get("Location"), headers: response.headers, html };
}

/** Throws if a form posts to the URL of its page, where Chromium loses it on a bad line (decision 074). */
function checkFormActions(html: string, url: string) {
  const forms = html.match(/<form\b[^>]*>/g) ?? [];
  if (forms.length === 0) return;
  const { document } = new JSDOM(forms.map((tag) => `${tag}</form>`).join(""), { url }).window;
  const own = [...document.forms].find(({ method, action }) => method === "post" && action === url);
  if (own) throw new Error(`A form posts to its own page: ${own.outerHTML}`);
}
