import type { IncomingMessage, ServerResponse } from "node:http";
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { createRequest } from "@remix-run/node-fetch-server";
import sirv from "sirv";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import { previousReleaseAssets, type Serve } from "./previous-release-assets.server.ts";
import { isPersonal } from "./request-facts.server.ts";
import type { RouteOf } from "./route-of.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import { send } from "./send.server.ts";
import { staticPage } from "./static-page.server.ts";
import { rejectAboveLimit } from "./too-many-requests.server.ts";

/** `rejectedStatus`: the status with which the server rejected the request, if this renders its error page. */
type Visit = { requestId: string; address: string; rejectedStatus?: number };
export type Site = (req: IncomingMessage, res: ServerResponse, visit: Visit) => void;

type SiteOptions = (
  | { mode: "production"; build: ServerBuild; routeOf: RouteOf }
  | { mode: "development"; build: () => Promise<ServerBuild> }
) & {
  cache: PageCache;
  /** The folder of the browser's files; undefined in development, where Vite serves them. */
  clientFolder?: string;
  /** The folder of files from previous releases. */
  releasesFolder?: string | undefined;
};

/** Returns the handler that tries static files, then files of previous releases, then Remix. The guard has run before it. */
export function createSite({ cache, clientFolder, releasesFolder, ...remix }: SiteOptions): Site {
  const serveBuilt = clientFolder === undefined ? passOn : staticFiles(clientFolder);
  // These files change while the site runs, so sirv's option `dev` looks for files on disk at each request.
  const servePrevious =
    releasesFolder === undefined
      ? passOn
      : previousReleaseAssets(releasesFolder, (folder) => staticFiles(folder, { dev: true }));
  const handle = withHiddenPages(
    remix.mode === "production" ? createPerRouteHandler(remix) : createRequestHandler(remix.build, remix.mode),
  );
  const render: Site = async (req, res, visit) => {
    try {
      if (await rejectAboveLimit(req, res, visit)) return;
      // If the visitor has closed the connection, the page is not rendered. A form is carried out all the same.
      if (req.method !== "POST" && req.socket.destroyed) return;
      const response = await handle(createRequest(req, res), loadContext(req, res, cache, visit));
      // The page was taken back or deleted: nobody gets its copy any more, while others stay until they are rendered again.
      if (response.status === 404 && req.method === "GET") cache.forget(req.url ?? "/");
      const body = response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
      await send(req, res, { status: response.status, headers: response.headers, body });
    } catch (error) {
      // If the visitor has left, there is nobody to respond to, and nothing has failed.
      if (!res.destroyed) await sendFailure(req, res, visit, error);
    }
  };
  return (req, res, visit) => {
    if (!env.hasOfflineWorker && req.url === OFFLINE_WORKER) req.url = OFFLINE_WORKER_REMOVAL;
    for (const [name, value] of Object.entries(securityHeaders(req.url ?? "/"))) res.setHeader(name, value);
    serveBuilt(req, res, () => servePrevious(req, res, () => render(req, res, visit)));
  };
}

/** The worker that answers a form which did not reach the site, and the file that removes it. */
const [OFFLINE_WORKER, OFFLINE_WORKER_REMOVAL] = ["/offline.js", "/offline-off.js"];

const passOn: Serve = (_req, _res, next) => next();

/** Files with hashed names never change; browsers revalidate all others each time (RFC 9111, no-cache). */
function staticFiles(folder: string, options: { dev?: boolean } = {}): Serve {
  const serve = sirv(folder, {
    ...options,
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (res, path) => {
      res.setHeader("Cache-Control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      res.setHeader("Vary", "Accept-Encoding");
    },
  });
  return (req, res, next) => {
    // sirv accepts invalid ranges too. A server may ignore Range (RFC 9110, 14.2).
    delete req.headers.range;
    // An unhandled error of a file that cannot be opened would end the process.
    res.once("pipe", (file) => file.once("error", (error) => abort(res, error)));
    serve(req, res, next);
  };
}

function abort(res: ServerResponse, error: Error): void {
  log.error({ err: error }, "file not read");
  res.destroy();
}

function loadContext(req: IncomingMessage, res: ServerResponse, cache: PageCache, visit: Visit): AppLoadContext {
  const { contentVersion } = cache;
  const { url = "/" } = req;
  const isPublic = req.method === "GET" && visit.rejectedStatus === undefined && !isPersonal(req);
  return {
    ...visit,
    appendCookie: (cookie) => {
      // If the session is refreshed only after the page was sent, its cookie cannot be set; the next request refreshes it
      // again.
      if (res.headersSent) return;
      const name = cookie.slice(0, cookie.indexOf("=") + 1);
      const others = [res.getHeader("Set-Cookie") ?? []].flat().map(String);
      res.setHeader("Set-Cookie", [...others.filter((other) => !other.startsWith(name)), cookie]);
    },
    keep: (page) => {
      if (!isPublic || res.hasHeader("Set-Cookie")) return;
      cache
        .keep(url, { headers: new Headers(page.headers), body: page.body }, contentVersion)
        .catch((error) => log.error({ err: error }, "page not kept"));
    },
    lastGood: () => (isPublic ? cache.lastGood(url) : undefined),
  };
}

async function sendFailure(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId }: Visit,
  error: unknown,
): Promise<void> {
  log.error({ err: error }, "request failed");
  if (res.headersSent) return void res.destroy();
  const { body, headers } = staticPage({ ...FAILURE, requestId });
  await send(req, res, { status: 500, headers: Object.entries(headers), body });
}

const FAILURE = {
  title: "Something went wrong",
  text: "The fault is ours. Please try again in a minute.",
  canRetry: true,
};

/**
 * Returns Remix's request handler for a finished build. Each URL is handled by a Remix that knows only the routes that the URL
 * matches: Remix creates all its routes again for each page and matches the URL against them three times. That takes a quarter
 * of a page's time (decision 035). Handlers are created at the first request for a route.
 */
export function createPerRouteHandler({ build, routeOf }: { build: ServerBuild; routeOf: RouteOf }): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const { ids } = routeOf(new URL(request.url).pathname);
    const key = ids.join(" ");
    const handler = handlers.get(key) ?? createRequestHandler(ids.length > 0 ? only(build, ids) : build, "production");
    handlers.set(key, handler);
    return handler(request, context);
  };
}

function only(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

/**
 * Wraps Remix's handler: if a route says that the visitor may not know of its page (`context.isHidden`), the visitor gets the
 * page of an unknown URL instead, with its status and headers, whether they asked for a document or for data.
 */
export function withHiddenPages(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const response = await handle(request, context);
    const url = new URL(request.url);
    // Remix refuses a form to a page without one before any of our code can look who sends it.
    const isRefused = response.status === 405 && isHiddenPath(url.pathname);
    if (!context?.isHidden && !isRefused) return response;
    const unknown = new URL(`/-${url.pathname}${url.search}`, url);
    // No route reads the form of an unknown page.
    return handle(new Request(unknown, { method: request.method, headers: request.headers }), context);
  };
}

/** Returns whether the existence of a path is not public. Remix matches any case and encoding. */
function isHiddenPath(path: string): boolean {
  try {
    return /^\/desk(?=$|[/.])/i.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
