import type { Submission } from "@conform-to/dom";

/** The stamp that a refused form came with goes back with it: it is older than a new one, and so valid at once. */
export function stampSent({ payload }: Submission<unknown, string[], unknown>): { stamp?: string } {
  return typeof payload.stamp === "string" && payload.stamp !== "" ? { stamp: payload.stamp } : {};
}
