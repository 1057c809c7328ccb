import type { IncomingMessage, ServerResponse } from "node:http";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createRequest } from "@remix-run/node-fetch-server";
import sirv from "sirv";
import { log } from "#app/log.server.ts";
import { turnedAway } from "./limit-pages.server.ts";
import type { PageCache } from "./page-cache.server.ts";
import { createPerRouteHandler } from "./per-route-handlers.server.ts";
import { isPersonal } from "./personal-request.server.ts";
import { previousReleaseAssets, type Serve } from "./previous-release-assets.server.ts";
import type { RouteOf } from "./route-of.server.ts";
import { SECURITY_HEADERS } from "./security-headers.server.ts";
import { send } from "./send.server.ts";

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

/** The files of the site, those of the releases before, and for everything else Remix. Takes what the guard has let through. */
export function createSite({ cache, clientFolder, keptFolder, ...remix }: SiteOptions): Site {
  const serveOwn = clientFolder === undefined ? none : staticFiles(clientFolder);
  // Its files come and go while the site runs: they are looked for on the disk.
  const serveKept =
    keptFolder === undefined ? none : previousReleaseAssets(keptFolder, (folder) => staticFiles(folder, { dev: true }));
  const answer =
    remix.mode === "production" ? createPerRouteHandler(remix) : createRequestHandler(remix.build, remix.mode);
  const draw: Site = async (req, res, visit) => {
    try {
      if (await turnedAway(req, res, visit)) return;
      // A flood that was cut leaves pages behind that nobody reads. What a form asks for is done all the same.
      if (req.method !== "POST" && req.socket.destroyed) return;
      const response = await answer(createRequest(req, res), loadContext(req, res, cache, visit));
      const body = response.body === null ? undefined : Buffer.from(await response.arrayBuffer());
      await send(req, res, { status: response.status, headers: response.headers, body });
    } catch (error) {
      // A visitor who has left gets no response and is no failure.
      if (!res.destroyed) await answerFailure(req, res, error);
    }
  };
  return (req, res, visit) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
    serveOwn(req, res, () => serveKept(req, res, () => draw(req, res, visit)));
  };
}

const none: Serve = (_req, _res, next) => next();

/** Hashed names never change; everything else is asked for again each time (RFC 9111, no-cache). */
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

function loadContext(req: IncomingMessage, res: ServerResponse, cache: PageCache, visit: Visit): AppLoadContext {
  const { changes } = cache;
  const { url = "/" } = req;
  const isPublic = req.method === "GET" && visit.refusedWith === undefined && !isPersonal(req);
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
        .keep(url, { headers: new Headers(page.headers), body: page.body }, changes)
        .catch((error) => log.error({ err: error }, "page not kept"));
    },
    lastGood: () => (isPublic ? cache.lastGood(url) : undefined),
  };
}

async function answerFailure(req: IncomingMessage, res: ServerResponse, error: unknown): Promise<void> {
  log.error({ err: error }, "request failed");
  if (res.headersSent) res.destroy();
  else await send(req, res, { status: 500, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: SORRY });
}

const SORRY = Buffer.from("Something went wrong on our side. Please try again.\n");
