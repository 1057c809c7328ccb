import type { Failure } from "#app/model/result.ts";
import type { NotSent } from "./smtp.server.ts";

/** With these a service says that it will never take it; whatever else it says may be another thing the next time. */
const FINAL = new Set([200, 400, 413, 422]);

/** How a service of the agency's own did not take what waits in a queue: its host and status, and none of its words. */
export function deliveryFailure(url: string, { status, isUnknown = false }: Failure): NotSent {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return { ok: false, isFinal: !isUnknown && FINAL.has(status), failure: { host, kind: "service", code: status } };
}
