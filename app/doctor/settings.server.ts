import { env } from "#app/env.server.ts";
import { type Check, good } from "./finding.server.ts";

/** That this process has started says that they can be used; start.server.ts tells of those that cannot. */
export function settingsChecks(): Check[] {
  const said = env.isSandbox
    ? "No service is set: this is the sandbox, whose services are fakes."
    : "All that are needed are there, and can be used.";
  return [{ name: "settings", why: "The site does not start without them.", look: () => good(said) }];
}
