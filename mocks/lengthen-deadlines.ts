/**
 * Makes the deadlines of this process `factor` times as long. On a busy machine its database may be slower than a real site's.
 */
export function lengthenDeadlines(factor: number): void {
  if (factor === 1) return;
  globalThis.deadlineOfTests = (_name, ms, isAlwaysWaited) => (isAlwaysWaited ? ms : ms * factor);
}
