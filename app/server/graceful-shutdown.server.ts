import type { IncomingMessage, Server } from "node:http";
import net from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";

const IDLE_CLOSE_MS = 1_000;
/** Within this time, requests that a proxy sent before it learned of the shutdown arrive. */
const SETTLED_MS = 100;
const TICK_MS = 10;
/** Longer than a turn of the event loop without work. */
const QUIET_TURN_MS = 1;

let draining: Promise<void> | undefined;
/** Whether a proxy has had a request closed without a response since the stop began. */
let hasSignalledProxy = false;

/** Returns whether the process was told to stop. */
export function isDraining(): boolean {
  return draining !== undefined;
}

/**
 * Returns whether to close a request without a response because the process is stopping. A proxy then sends a GET to another
 * process, and nothing to this one for a while (docs/nginx.conf). It would not send a form twice, so a POST gets its response.
 */
export function closesForRetry({ method, url }: IncomingMessage): boolean {
  const isRead = (method === "GET" || method === "HEAD") && url !== "/healthz" && url !== "/readyz";
  if (!isDraining() || !isRead || env.trustedProxies === 0) return false;
  hasSignalledProxy = true;
  return true;
}

/**
 * Stops a server without dropping a request: it stops listening once no connections are pending, lets running requests finish
 * within 25 s, then calls `release`. Resolves when all of that is done; concurrent callers share one stop.
 */
export function drain(server: Server, release: () => Promise<void>): Promise<void> {
  draining ??= stop(server, release);
  return draining;
}

async function stop(server: Server, release: () => Promise<void>): Promise<void> {
  log.info("draining");
  const end = setTimeout(() => server.closeAllConnections(), deadlineMs("shutdown"));
  const startedAt = performance.now();
  if (env.trustedProxies > 0) await waitForProxy(server, startedAt);
  await waitForQuiet(server, startedAt);
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

/** Waits until a proxy has learned that the process is stopping, or sends no connections. */
async function waitForProxy(server: Server, drainStart: number): Promise<void> {
  let lastConnection = drainStart;
  const note = () => {
    lastConnection = performance.now();
  };
  server.on("connection", note);
  const isOver = () =>
    performance.now() - lastConnection > deadlineMs("proxyQuiet") ||
    performance.now() - drainStart > deadlineMs("drain");
  while (!hasSignalledProxy && !isOver()) await wait(TICK_MS);
  server.off("connection", note);
  if (hasSignalledProxy) await wait(SETTLED_MS);
}

/**
 * Waits for a turn of the event loop without a new connection and without work. The system accepts connections before Node
 * does, and Node takes one each turn: connections still pending when the server stops listening are cut off with what they have
 * sent. During a long turn a connection may have come after the check.
 */
async function waitForQuiet(server: Server, drainStart: number): Promise<void> {
  let hasConnected = false;
  const note = () => {
    hasConnected = true;
  };
  server.on("connection", note);
  // The rest of this turn does not count: Node may have checked for connections already.
  await turn();
  let took: number;
  do {
    hasConnected = false;
    const startedAt = performance.now();
    await turn();
    took = performance.now() - startedAt;
  } while ((hasConnected || took > QUIET_TURN_MS) && performance.now() - drainStart < deadlineMs("drain"));
  server.off("connection", note);
}
