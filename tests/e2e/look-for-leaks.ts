import { existsSync, readFileSync } from "node:fs";
import { leaksInLog } from "../resilience/leaks.ts";

/** What the sandbox of the browser tests has written: the file that its command in the config fills. */
const LOG = new URL("../../.cache/e2e.log", import.meta.url);

/** Runs once after all tests, and fails the run for a secret or somebody's address in the log. */
export default function lookForLeaks() {
  const leaks = existsSync(LOG) ? leaksInLog(readFileSync(LOG, "utf8"), []) : [];
  if (leaks.length > 0) throw new Error(`The sandbox has written ${leaks.join(", ")} into .cache/e2e.log.`);
}
