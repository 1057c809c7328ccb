import { env } from "#app/platform/env.server.ts";
import { type Check, good, warning } from "./finding.server.ts";

/** Returns a check that never fails: with invalid settings start.server.ts reports them, and no other check runs. */
export function settingsChecks(): Check[] {
  const message = env.isSandbox
    ? "No service is set: this is the sandbox, whose services are fakes."
    : "All that are needed are there, and can be used.";
  const unknown = env.unknownSettings.join(", ");
  const finding = unknown
    ? warning(`${message} No such setting: ${unknown}.`, "Correct the names, or take them out: they have no effect.")
    : good(message);
  return [{ name: "settings", why: "The site does not start without them.", run: () => finding }];
}
