import { env } from "#app/env.server.ts";
import { type Check, good } from "./finding.server.ts";

/** Returns a check that always passes: with invalid settings start.server.ts reports them, and no other check runs. */
export function settingsChecks(): Check[] {
  const message = env.isSandbox
    ? "No service is set: this is the sandbox, whose services are fakes."
    : "All that are needed are there, and can be used.";
  return [{ name: "settings", why: "The site does not start without them.", run: () => good(message) }];
}
