import { randomUUID } from "node:crypto";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { contentSecurityPolicy, hashNoncedElements } from "./platform/http/content-security-policy.server.ts";
import { markPostAddresses } from "./platform/http/post-address.ts";
import { type UnshownRejection, unshownRejection } from "./platform/http/unshown-rejection.server.ts";
import { log } from "./platform/log.server.ts";
import { UnshownContext } from "./ui/forms/unshown-problems.tsx";
import { NonceContext } from "./ui/primitives/csp-nonce.ts";
import { hydrateOf, MODULE_ID, PageDataContext, pageDataScript } from "./ui/shell/page-scripts.tsx";

/** Renders a complete page: it has a length and an ETag, and compresses better than a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext | undefined,
): Promise<Response> {
  const stale = status >= 500 ? context?.lastGood?.() : undefined;
  if (stale !== undefined) return new Response(stale.body, { headers: stale.headers });

  const nonce = randomUUID();
  const data = await dataOf(remixContext);
  const first = draw(remixContext, request.url, { nonce, data });
  const unshown = unshownRejection(remixContext.staticHandlerContext.actionData, first);
  const html = unshown ? draw(remixContext, request.url, { nonce, data, unshown }) : first;
  // In development React would warn that it had rendered other actions.
  const marked = import.meta.env.MODE === "development" ? html : markPostAddresses(html);
  const page = hashNoncedElements(`<!DOCTYPE html>${marked}`, nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy(page.hashes, { isInteractive: isInteractive(page.html), frames: context?.frames }),
  );
  const body = page.html;
  const isPublic = status === 200 && headers.get("Cache-Control")?.startsWith("public");
  if (isPublic && !headers.has("Set-Cookie")) context?.keep?.({ headers, body });
  return new Response(body, { headers, status });
}

/** Returns whether scripts may hydrate the page: it contains their inert module. In development every page is hydrated. */
function isInteractive(html: string): boolean {
  return import.meta.env.DEV || html.includes(` id="${MODULE_ID}"`);
}

/** Renders a page to a string: nothing in it suspends, and a stream would cost half as much again. */
function draw(
  { serverHandoffStream: _drawnByUs, ...context }: EntryContext,
  url: string,
  page: { nonce: string; data: string; unshown?: UnshownRejection },
) {
  return renderToString(
    <NonceContext.Provider value={page.nonce}>
      <PageDataContext.Provider value={page.data}>
        <UnshownContext.Provider value={page.unshown}>
          <RemixServer context={context} url={url} />
        </UnshownContext.Provider>
      </PageDataContext.Provider>
    </NonceContext.Provider>,
  );
}

/** Returns the script with the loaders' data, or "" for a page that is never hydrated. */
async function dataOf({ staticHandlerContext, routeModules, serverHandoffStream }: EntryContext): Promise<string> {
  const handles = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]?.handle);
  const isWanted = import.meta.env.DEV || hydrateOf(handles) !== "never";
  return isWanted && serverHandoffStream ? pageDataScript(await new Response(serverHandoffStream).text()) : "";
}

/**
 * How long Remix waits for promises in loader data, in ms. Our loaders return none. Remix's default would keep a timer of five
 * seconds after each page (035).
 */
export const streamTimeout = 0;

/** Logs errors, except for aborted requests and responses below 500. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isExpected = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isExpected) log.error({ err: error }, "page failed");
};
