import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, hkdfSync } from "node:crypto";
import pino from "pino";
import { env } from "./env.server.ts";

const scope = new AsyncLocalStorage<{ requestId: string }>();

/** Does the work of one request; every line written meanwhile carries its id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return scope.run({ requestId }, work);
}

/** Returns the id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

const HASH_KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "log", 32));

/**
 * Returns a keyed hash of the person a log line is about: 16 characters, equal for the same person, ignoring case. Without
 * APP_SECRET nobody can reverse it, or compute it for a known person. Returns "all" for undefined.
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
  // The store is copied, because pino writes the fields of the line into the object that it gets.
  mixin: () => ({ ...scope.getStore() }),
});
