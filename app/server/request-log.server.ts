import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#app/log.server.ts";

/** Where a query begins; some mail programs write the mark in the links that they rewrite as "%3F". */
const QUERY = /\?|%3f/i;

/** One line for every reply: never the query string, which can hold a name somebody searched or a sign-in code. */
export function logReply(req: IncomingMessage, res: ServerResponse, requestId: string, startedAt: number): void {
  if (!log.isLevelEnabled("info")) return;
  res.once("close", () => {
    const path = (req.url ?? "").split(QUERY, 1)[0]?.slice(0, 200);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const isCut = !res.writableFinished;
    log.info({ requestId, method: req.method, path, status: res.statusCode, ms, ...(isCut ? { isCut } : {}) }, "reply");
  });
}
