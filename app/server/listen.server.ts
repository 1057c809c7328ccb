import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";

/** A start that failed for a reason that a person can correct. The message is one sentence to print. */
export class StartError extends Error {
  override name = "StartError";
}

const REASONS: Record<string, (settings: string) => string> = {
  EADDRINUSE: (settings) => `is in use; end what uses it or set ${settings} to another`,
  EACCES: (settings) => `may not be used by this user; set ${settings} to one above 1023`,
  EADDRNOTAVAIL: () => "is not an address of this machine; set HOST to one that is",
};
const SITE_PORTS = "PORT (and SANDBOX_PORT)";

/** Listens on a port. Rejects with StartError, which names the settings of the port, if it cannot be used. */
export function listen(server: Server, port: number, host: string, settings = SITE_PORTS): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  }).catch((error) => throwListenError(host, port, error, settings));
}

/** Throws a StartError with one sentence for a failure to listen. */
export function throwListenError(
  host: string,
  port: number,
  error: NodeJS.ErrnoException,
  settings = SITE_PORTS,
): never {
  const reason = REASONS[error.code ?? ""]?.(settings) ?? `can't be used (${error.code ?? error.message})`;
  throw new StartError(`${host}:${port} ${reason}.`);
}

/** Current browsers and proxies send the next request only after the response to the previous one (RFC 9112, section 9.3.2). */
const MAX_PIPELINED = 10;

/**
 * Creates the site's HTTP server. Node closes requests whose head is late, and those whose body is late although no handler
 * reads it (read-body.server.ts has shorter deadlines). A connection whose responses are not read is closed.
 */
export function createHttpServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: deadlineMs("requestHead"),
      requestTimeout: deadlineMs("requestHead") + deadlineMs("upload") + deadlineMs("requestSweep"),
      connectionsCheckingInterval: deadlineMs("requestSweep"),
      keepAliveTimeout: deadlineMs("keepAlive"),
    },
    limitPipelining(listener),
  );
  return server.setTimeout(deadlineMs("idleConnection"));
}

/** Closes a connection with too many unanswered requests: Node would accept thousands, and keep all responses in memory. */
function limitPipelining(listener: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (socket.destroyed || count > MAX_PIPELINED) {
      socket.destroy();
      // Node still emits requests that it had read before, and each would fail later.
      return void req.destroy();
    }
    unanswered.set(socket, count);
    // Else the connection would wait for the rest of a body that nobody reads.
    res.once("finish", () => void (req.complete || socket.destroySoon()));
    res.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    listener(req, res);
  };
}
