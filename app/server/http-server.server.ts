import { createServer, type RequestListener } from "node:http";
import { HEADERS_DEADLINE_MS, SWEEP_MS, UPLOAD_DEADLINE_MS } from "./deadlines.server.ts";

/** Longer than a proxy in front keeps an idle connection, or it would send a request into one being closed. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The server of the site. No request is for ever: Node itself ends one whose head is late, and one that is not there whole
 * after the longest that anything of ours waits for a body (read-body.server.ts), in case nothing of ours does.
 */
export function createHttpServer(listener: RequestListener) {
  return createServer(
    {
      headersTimeout: HEADERS_DEADLINE_MS,
      requestTimeout: HEADERS_DEADLINE_MS + UPLOAD_DEADLINE_MS + SWEEP_MS,
      connectionsCheckingInterval: SWEEP_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
}
