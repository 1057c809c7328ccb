import type { Server } from "node:http";
import net from "node:net";
import { log } from "#app/log.server.ts";

const GRACE_MS = 25_000;
const IDLE_CLOSE_MS = 1_000;

let draining = false;

/** Whether the process has been told to stop. */
export function isDraining(): boolean {
  return draining;
}

/**
 * Stops a server without dropping a request: no new connections, requests under way finish within 25 s, then `release`
 * frees what the process holds. Gives back when all of that is done.
 */
export async function drain(server: Server, release: () => Promise<void>): Promise<void> {
  if (draining) return;
  draining = true;
  log.info("draining");
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  // http.Server.close() cuts connections whose first request is still on its way; net's only stops listening.
  net.Server.prototype.close.call(server);
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
  await release();
  log.info("stopped");
}
