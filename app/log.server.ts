import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, hkdfSync } from "node:crypto";
import type { EventEmitter } from "node:events";
import pino from "pino";
import { env } from "./env.server.ts";

const scope = new AsyncLocalStorage<{ requestId: string }>();
let open = 0;

/**
 * Does the work of one request; every line written meanwhile carries its id. While a scope is open node keeps books on
 * everything asynchronous, in requests that need no scope too (a tenth of a cache hit), so the last one to close ends it.
 */
export function withRequestId<Result>(requestId: string, reply: EventEmitter, work: () => Result): Result {
  open += 1;
  reply.once("close", () => {
    open -= 1;
    if (open === 0) scope.disable();
  });
  return scope.run({ requestId }, work);
}

const HASH_KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "log", 32));

/**
 * Whom a line is about, for the log: 16 characters that are the same for the same person (letters' case does not count) and
 * that nobody can turn back, or make for a person they know, without APP_SECRET. "all" for undefined.
 */
export function hashForLog(whom: string | undefined): string {
  if (whom === undefined) return "all";
  return createHmac("sha256", HASH_KEY).update(whom.toLowerCase()).digest("base64url").slice(0, 16);
}

/**
 * JSON lines on standard output. Never put a query string, a body, an e-mail address, a phone number or a token in one.
 * Every line written while a request is served carries its `requestId`.
 */
export const log = pino({
  level: env.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  messageKey: "event",
  formatters: { level: (label) => ({ level: label }) },
  // A copy: pino writes the fields of the line into what it is given.
  mixin: () => ({ ...scope.getStore() }),
});
