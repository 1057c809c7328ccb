import { existsSync, readFileSync } from "node:fs";
import { leaksInLog } from "../resilience/leaks.ts";

/** The output of the sandbox, which the command in playwright.config.ts writes. */
const LOG = new URL("../../.cache/e2e.log", import.meta.url);

/** Runs once after all tests. Fails the run if the log has a secret or an e-mail address. */
export default function checkLogForSecrets() {
  const leaks = existsSync(LOG) ? leaksInLog(readFileSync(LOG, "utf8"), []) : [];
  if (leaks.length > 0) throw new Error(`The sandbox has written ${leaks.join(", ")} into .cache/e2e.log.`);
}
