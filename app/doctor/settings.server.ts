import { env } from "#app/env.server.ts";
import { type Check, good } from "./finding.server.ts";

/** The doctor starts only with valid settings; start.server.ts reports invalid ones. */
export function settingsChecks(): Check[] {
  const said = env.isSandbox
    ? "No service is set: this is the sandbox, whose services are fakes."
    : "All that are needed are there, and can be used.";
  return [{ name: "settings", why: "The site does not start without them.", look: () => good(said) }];
}
