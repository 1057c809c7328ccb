import { ALWAYS_WAITED } from "#app/platform/upstream/deadlines.server.ts";

/** Makes this process wait so many times as long: on a busy machine its database may need longer than a real site's. */
export function lengthenDeadlines(factor: number): void {
  if (factor === 1) return;
  globalThis.deadlineOfTests = (name, ms) => (ALWAYS_WAITED.has(name) ? ms : ms * factor);
}
