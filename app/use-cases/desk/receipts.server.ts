import { env } from "#app/env.server.ts";

/** Returns whether customers can pay on the site. */
export function arePaymentsOn(): boolean {
  return env.mpesa !== null;
}
