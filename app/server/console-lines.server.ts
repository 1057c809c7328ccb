import { log } from "#app/platform/log.server.ts";

/**
 * Redirects console output of packages to the log, as JSON lines. Keeps only the first line of the first argument: the rest is
 * a stack, or may be personal data.
 */
export function logConsole(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...args: unknown[]) => {
      const said = args[0] instanceof Error ? args[0].name : String(args[0]);
      // The auth client reports every expired session as an error; that is normal.
      log[said.startsWith("Auth") ? "info" : level]({ said: said.split("\n", 1)[0]?.slice(0, 200) }, "console");
    };
  }
}
