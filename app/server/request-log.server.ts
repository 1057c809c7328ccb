import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#app/log.server.ts";
import type { RouteOf } from "./route-of.server.ts";

/** Where a query begins; some mail programs write the mark in the links that they rewrite as "%3F". */
const QUERY = /\?|%3f/i;

/** What a reply's line tells beside the reply itself: `routeOf` says of a path what may be written down. */
type About = { requestId: string; startedAt: number; routeOf: RouteOf };

/**
 * One line for every reply: never the query string, which can hold a name somebody searched or a sign-in code, and the route
 * instead of the path, which can hold somebody's domain.
 */
export function logReply(req: IncomingMessage, res: ServerResponse, { requestId, startedAt, routeOf }: About): void {
  if (!log.isLevelEnabled("info")) return;
  res.once("close", () => {
    const path = routeOf((req.url ?? "").split(QUERY, 1)[0] ?? "").name;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const isCut = !res.writableFinished;
    const { statusCode: status } = res;
    const version = SITE_VERSION;
    log.info({ requestId, method: req.method, path, status, ms, version, ...(isCut ? { isCut } : {}) }, "reply");
  });
}
