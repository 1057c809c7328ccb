import { log } from "#app/platform/log.server.ts";
import { uncaughtErrors } from "#app/platform/metrics.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";

/**
 * Handles uncaught errors. An unhandled rejection concerns one request and is only logged. After an uncaught exception the
 * state of the process is unknown: `stop` finishes open requests, and the process exits with 1 after at most 30 s.
 * Source: Node.js, "Process", events "unhandledRejection" and "uncaughtException".
 */
export function handleUncaughtErrors(stop: () => void): void {
  process.on("unhandledRejection", (reason) => logError("unhandled rejection", reason));
  process.on("uncaughtException", (error) => {
    logError("uncaught exception", error);
    setTimeout(() => process.exit(1), deadlineMs("exitAfterError")).unref();
    stop();
  });
}

function logError(kind: "unhandled rejection" | "uncaught exception", reason: unknown): void {
  uncaughtErrors.inc({ kind });
  // A value that is not an Error may contain user input.
  const err = reason instanceof Error ? reason : new Error(`not an error but of type ${typeof reason}`);
  log.error({ err }, kind);
}
