import type { Server } from "node:http";
import net from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { log } from "#app/log.server.ts";

const GRACE_MS = 25_000;
const IDLE_CLOSE_MS = 1_000;
/** So long those who come without a pause are let in; whoever comes at the end of that may be cut off. */
const STILL_COMING_MS = 5_000;
/** Longer than a turn of the event loop in which nothing is done. */
const QUIET_TURN_MS = 1;

let draining = false;

/** Whether the process has been told to stop. */
export function isDraining(): boolean {
  return draining;
}

/**
 * Stops a server without dropping a request: no new connections as soon as nobody is at the door, requests under way finish
 * within 25 s, then `release` frees what the process holds. Gives back when all of that is done.
 */
export async function drain(server: Server, release: () => Promise<void>): Promise<void> {
  if (draining) return;
  draining = true;
  log.info("draining");
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await nobodyComes(server);
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  // http.Server.close() cuts connections whose first request is still on its way; net's only stops listening.
  net.Server.prototype.close.call(server);
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
  await release();
  log.info("stopped");
}

/**
 * Waits for a turn of the event loop in which nobody has come and nothing was done. The system takes connections before Node
 * does, which lets one in each turn: those at the door when it is closed are cut off, with what they have sent already. In a turn
 * that takes long somebody may have come after it was looked.
 */
async function nobodyComes(server: Server): Promise<void> {
  const begun = performance.now();
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  server.on("connection", note);
  // The rest of this turn says nothing: the door may have been looked at before.
  await turn();
  let took: number;
  do {
    hasCome = false;
    const startedAt = performance.now();
    await turn();
    took = performance.now() - startedAt;
  } while ((hasCome || took > QUIET_TURN_MS) && performance.now() - begun < STILL_COMING_MS);
  server.off("connection", note);
}
