import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import sirv from "sirv";
import { log } from "#app/log.server.ts";
import { isDraining } from "./draining.server.ts";
import { keptAssets } from "./kept-assets.server.ts";
import { limitPages } from "./limit-pages.server.ts";
import { answerByOwnRoutes } from "./own-routes.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import { isPersonal } from "./personal-request.server.ts";
import type { RouteOf } from "./route-of.server.ts";
import { SECURITY_HEADERS } from "./security-headers.server.ts";

type Visit = { requestId: string; address: string; refusedWith?: number };
export type Site = (req: IncomingMessage, res: ServerResponse, visit: Visit) => void;

type SiteOptions = (
  | { mode: "production"; build: ServerBuild; routeOf: RouteOf }
  | { mode: "development"; build: () => Promise<ServerBuild> }
) & {
  cache: PageCache;
  /** The folder of the browser's files; undefined in development, where Vite serves them. */
  clientFolder?: string;
  /** Where the files of the releases before are kept. */
  keptFolder?: string | undefined;
};

/** For a page that is drawn for one visitor. A window of 256 KB holds the longest with its data, and takes half the time to prepare of the usual 4 MB. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Express with static files, compression and Remix. Takes what the guard has let through. */
export function createSite({ cache, clientFolder, keptFolder, ...remix }: SiteOptions): Site {
  const visits = new WeakMap<ServerResponse, Visit>();
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.use((_req, res, next) => {
    res.set(SECURITY_HEADERS);
    next();
  });
  if (clientFolder !== undefined) app.use(staticFiles(clientFolder));
  // Its files come and go while the site runs: they are looked for on the disk.
  if (keptFolder !== undefined) app.use(keptAssets(keptFolder, (folder) => staticFiles(folder, { dev: true })));
  app.use(limitPages((res) => visits.get(res)?.address));
  app.use(compression({ threshold: 1024, brotli: { params: BROTLI } }));
  app.use((req, res, next) => {
    haveLastWord(req, res);
    // Remix asks for it after each piece of a body. Ours come in one, and would be compressed in two turns.
    res.flush = () => {};
    next();
  });
  const getLoadContext = (req: express.Request, res: express.Response) => loadContext(req, res, cache, visits.get(res));
  app.all(
    "*",
    remix.mode === "production"
      ? answerByOwnRoutes({ ...remix, getLoadContext })
      : createRequestHandler({ ...remix, getLoadContext }),
  );
  app.use(answerFailure);
  return (req, res, visit) => {
    visits.set(res, visit);
    app(req, res);
  };
}

/** Hashed names never change; everything else is asked for again each time (RFC 9111, no-cache). */
function staticFiles(folder: string, options: { dev?: boolean } = {}): RequestHandler {
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
    // sirv takes every range for a good one. Not to know ranges is allowed (RFC 9110, 14.2).
    delete req.headers.range;
    // Nobody else listens for a file that cannot be opened, gone in a new build or one too many: it would end the process.
    res.once("pipe", (file) => file.once("error", (error) => breakOff(res, error)));
    serve(req, res, next);
  };
}

function breakOff(res: ServerResponse, error: Error): void {
  log.error({ err: error }, "file not read");
  res.destroy();
}

function loadContext(req: express.Request, res: express.Response, cache: PageCache, visit?: Visit): AppLoadContext {
  const { changes } = cache;
  const isPublic = req.method === "GET" && visit?.refusedWith === undefined && !isPersonal(req);
  return {
    ...visit,
    appendCookie: (cookie) => {
      // A session that was refreshed after its page had given up waiting: the next request gets it.
      if (res.headersSent) return;
      const name = cookie.slice(0, cookie.indexOf("=") + 1);
      const others = [res.getHeader("Set-Cookie") ?? []].flat().map(String);
      res.setHeader("Set-Cookie", [...others.filter((other) => !other.startsWith(name)), cookie]);
    },
    keep: (page) => {
      if (!isPublic || res.hasHeader("Set-Cookie")) return;
      cache
        .keep(req.originalUrl, { headers: new Headers(page.headers), body: page.body }, changes)
        .catch((error) => log.error({ err: error }, "page not kept"));
    },
    lastGood: () => (isPublic ? cache.lastGood(req.originalUrl) : undefined),
  };
}

/** For so long, and then some, a provider that is down is left alone (docs/product.md, "When a provider fails"). */
const RETRY_SECONDS = "30";

/**
 * The last word on Cache-Control, and on when to come back after an outage. A route's headers also go on its data reply, and Express appends where it should
 * replace, so a reply that knows somebody could leave as shareable: this is where that can't happen.
 */
function haveLastWord(req: express.Request, res: express.Response): void {
  const { writeHead } = res;
  const isData = req.path.endsWith(".data");
  // biome-ignore lint/suspicious/noExplicitAny: writeHead has three forms and this passes on whichever was called
  res.writeHead = (...args: any[]) => {
    const status = typeof args[0] === "number" ? args[0] : res.statusCode;
    // A picture is the same for everybody, or somebody who is signed in would fetch each one again on every page.
    const isPicture = String(res.getHeader("Content-Type")).startsWith("image/");
    const knowsSomebody = (!isPicture && (isData || isPersonal(req))) || res.hasHeader("Set-Cookie");
    const isForSharing = status === 200 || (status === 304 && isPicture);
    if (knowsSomebody || !isForSharing || !res.hasHeader("Cache-Control")) {
      // Somebody's page leaves no trace. A form given back to nobody in particular may be found again by Back: with
      // no-store the browser asks to send it anew, and what was typed is gone.
      res.setHeader("Cache-Control", knowsSomebody ? "private, no-store" : "private, no-cache");
      res.removeHeader("No-Vary-Search");
    }
    if (status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", RETRY_SECONDS);
    // Also for a request that was under way when the process was told to stop.
    if (isDraining()) res.setHeader("Connection", "close");
    return Reflect.apply(writeHead, res, args);
  };
}

const answerFailure: ErrorRequestHandler = (error, _req, res, _next) => {
  log.error({ err: error }, "request failed");
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.status(500).type("text/plain").send("Something went wrong on our side. Please try again.\n");
};
