import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { HEADERS_DEADLINE_MS, SILENCE_MS, SWEEP_MS, UPLOAD_DEADLINE_MS } from "./deadlines.server.ts";

/** Longer than a proxy in front keeps an idle connection, or it would send a request into one being closed. */
const KEEP_ALIVE_MS = 65_000;
/** No browser and no proxy of today sends a request before it has the answer to the one before (RFC 9112, 9.3.2). */
const MOST_UNANSWERED = 10;

/**
 * The server of the site. No request is for ever: Node itself ends one whose head is late, and one that is not there whole
 * after the longest that anything of ours waits for a body (read-body.server.ts), in case nothing of ours does. A connection
 * whose answers are not read is cut.
 */
export function createHttpServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: HEADERS_DEADLINE_MS,
      requestTimeout: HEADERS_DEADLINE_MS + UPLOAD_DEADLINE_MS + SWEEP_MS,
      connectionsCheckingInterval: SWEEP_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    refusingFloods(listener),
  );
  return server.setTimeout(SILENCE_MS);
}

/** Cuts a connection on which more requests come than were answered and read: Node would take in thousands, and keep all answers. */
function refusingFloods(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > MOST_UNANSWERED) {
      socket.destroy();
      // Node still brings what it had read already, and would make an error of each of these later.
      return void req.destroy();
    }
    unanswered.set(socket, count);
    res.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(req, res);
  };
}
