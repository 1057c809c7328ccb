import { log } from "#app/log.server.ts";

/**
 * Turns what packages write to the console into lines of the log, because several lines of text are no log line. Only
 * the first words are kept: what follows them is a stack, or data that may be somebody's.
 */
export function logConsole(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...words: unknown[]) => {
      const said = words[0] instanceof Error ? words[0].name : String(words[0]);
      // The auth client complains of every session that has ended, which is nothing to wake anybody for.
      log[said.startsWith("Auth") ? "info" : level]({ said: said.split("\n", 1)[0]?.slice(0, 200) }, "console");
    };
  }
}
