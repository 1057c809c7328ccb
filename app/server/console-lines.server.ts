import { log } from "#app/log.server.ts";

/**
 * Turns what packages write to the console into lines of the log, because several lines of text are no log line. Only
 * the first words are kept: what follows them is a stack, or data that may be somebody's.
 */
export function logConsole(): void {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...words: unknown[]) => {
      const said = words[0] instanceof Error ? words[0].name : String(words[0]);
      log[level]({ said: said.split("\n", 1)[0]?.slice(0, 200) }, "console");
    };
  }
}
