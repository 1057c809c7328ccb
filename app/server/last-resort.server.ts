import { log } from "#app/log.server.ts";
import { uncaughtErrors } from "#app/metrics.server.ts";

/** Longer than a process may take to drain (draining.server.ts): what hangs after an exception is not waited for. */
const GIVE_UP_MS = 30_000;

/**
 * What becomes of an error that nobody catches. A promise that was rejected while nobody waited for it is one request's trouble:
 * the process goes on. After an exception nobody knows what state the process is in: it is told to `stop`, which answers what is
 * under way, and ends with 1 at the latest after 30 s.
 * Source: Node.js, "Process", events "unhandledRejection" and "uncaughtException".
 */
export function handleUncaughtErrors(stop: () => void): void {
  process.on("unhandledRejection", (reason) => note("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    note("uncaught exception", error);
    setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
    stop();
  });
}

function note(kind: "unhandled rejection" | "uncaught exception", reason: unknown): void {
  uncaughtErrors.inc({ kind });
  // What is no error may be anything, also what somebody typed.
  const err = reason instanceof Error ? reason : new Error(`not an error but of type ${typeof reason}`);
  log.error({ err }, kind);
}
