import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { replySeconds } from "#app/platform/metrics.server.ts";
import type { RouteOf } from "./route-of.server.ts";

/** The start of the query; some mail programs encode the question mark of links as "%3F". */
const QUERY = /\?|%3f/i;

/** `routeOf` returns the part of a path that may be logged. */
type LogContext = { requestId: string; startedAt: number; routeOf: RouteOf };

/**
 * Logs one line for each response and measures its time. Leaves out the query, which may contain a searched name or a sign-in
 * code. Logs the route instead of the path, which may contain a customer's domain.
 */
export function logResponse(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId, startedAt, routeOf }: LogContext,
): void {
  const isLogged = log.isLevelEnabled("info");
  const isMeasured = env.metricsPort !== undefined;
  if (!isLogged && !isMeasured) return;
  res.once("close", () => {
    const { name: path, isKnown } = routeOf((req.url ?? "").split(QUERY, 1)[0] ?? "");
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { statusCode: status } = res;
    if (isMeasured) {
      // Unknown paths share one series, or requests could create unlimited series.
      const statusClass = `${Math.floor(status / 100)}xx`;
      replySeconds.observe(
        { route: isKnown ? path : "other", method: req.method ?? "", status: statusClass },
        ms / 1000,
      );
    }
    // The client closed the connection before the end of the response.
    const isCut = !res.writableFinished;
    const version = SITE_VERSION;
    if (isLogged)
      log.info({ requestId, method: req.method, path, status, ms, version, ...(isCut && { isCut }) }, "reply");
  });
}
