import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { replySeconds } from "#app/metrics.server.ts";
import type { RouteOf } from "./route-of.server.ts";

/** Where a query begins; some mail programs write the mark in the links that they rewrite as "%3F". */
const QUERY = /\?|%3f/i;

/** What a reply's line tells beside the reply itself: `routeOf` says of a path what may be written down. */
type About = { requestId: string; startedAt: number; routeOf: RouteOf };

/**
 * One line for every reply, and its time among what is measured: never the query string, which can hold a name somebody
 * searched or a sign-in code, and the route instead of the path, which can hold somebody's domain.
 */
export function logReply(req: IncomingMessage, res: ServerResponse, { requestId, startedAt, routeOf }: About): void {
  const isLogged = log.isLevelEnabled("info");
  const isMeasured = env.metricsPort !== undefined;
  if (!isLogged && !isMeasured) return;
  res.once("close", () => {
    const { name: path, isKnown } = routeOf((req.url ?? "").split(QUERY, 1)[0] ?? "");
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { statusCode: status } = res;
    if (isMeasured) {
      // Anything may have been asked for: what is no route of ours is one series, or there would be no end of them.
      const hundred = `${Math.floor(status / 100)}xx`;
      replySeconds.observe({ route: isKnown ? path : "other", method: req.method ?? "", status: hundred }, ms / 1000);
    }
    const isCut = !res.writableFinished;
    const version = SITE_VERSION;
    if (isLogged)
      log.info({ requestId, method: req.method, path, status, ms, version, ...(isCut && { isCut }) }, "reply");
  });
}
