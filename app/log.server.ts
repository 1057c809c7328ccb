import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env.server.ts";

/** The request that is being served, for whoever writes a line about it. */
export const requestScope = new AsyncLocalStorage<{ requestId: string }>();

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
  mixin: () => requestScope.getStore() ?? {},
});
