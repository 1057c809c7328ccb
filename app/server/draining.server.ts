import type { IncomingMessage, Server } from "node:http";
import net from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { NOBODY_COMES_MS, STILL_COMING_MS } from "./deadlines.server.ts";

const GRACE_MS = 25_000;
const IDLE_CLOSE_MS = 1_000;
/** What a proxy had sent before it knew is at the door by then. */
const SETTLED_MS = 100;
const TICK_MS = 10;
/** Longer than a turn of the event loop in which nothing is done. */
const QUIET_TURN_MS = 1;

let draining: Promise<void> | undefined;
/** Whether a proxy has been left without an answer since. */
let isProxyTold = false;

/** Whether the process has been told to stop. */
export function isDraining(): boolean {
  return draining !== undefined;
}

/**
 * Whether a request is to be left without an answer, because the process is going: a proxy then asks another one for what is only
 * read, and sends this one nothing for a while (docs/nginx.conf). A form it would not send twice, so that gets its answer.
 */
export function isLeftToOthers({ method, url }: IncomingMessage): boolean {
  const isRead = (method === "GET" || method === "HEAD") && url !== "/healthz" && url !== "/readyz";
  if (!isDraining() || !isRead || env.trustedProxies === 0) return false;
  isProxyTold = true;
  return true;
}

/**
 * Stops a server without dropping a request: no new connections as soon as nobody is at the door, requests under way finish
 * within 25 s, then `release` frees what the process holds. Gives back when all of that is done, also to whoever asks while it is
 * under way.
 */
export function drain(server: Server, release: () => Promise<void>): Promise<void> {
  draining ??= stop(server, release);
  return draining;
}

async function stop(server: Server, release: () => Promise<void>): Promise<void> {
  log.info("draining");
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  const begun = performance.now();
  if (env.trustedProxies > 0) await proxyKnows(server, begun);
  await nobodyComes(server, begun);
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

/** Waits until a proxy has been told that the process is going, or has nobody to send. */
async function proxyKnows(server: Server, begun: number): Promise<void> {
  let cameAt = begun;
  const note = () => {
    cameAt = performance.now();
  };
  server.on("connection", note);
  const isOver = () => performance.now() - cameAt > NOBODY_COMES_MS || performance.now() - begun > STILL_COMING_MS;
  while (!isProxyTold && !isOver()) await wait(TICK_MS);
  server.off("connection", note);
  if (isProxyTold) await wait(SETTLED_MS);
}

/**
 * Waits for a turn of the event loop in which nobody has come and nothing was done. The system takes connections before Node
 * does, which lets one in each turn: those at the door when it is closed are cut off, with what they have sent already. In a turn
 * that takes long somebody may have come after it was looked.
 */
async function nobodyComes(server: Server, begun: number): Promise<void> {
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
