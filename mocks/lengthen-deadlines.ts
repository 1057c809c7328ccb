/** Makes this process wait so many times as long: on a busy machine its database may need longer than a real site's. */
export function lengthenDeadlines(factor: number): void {
  if (factor === 1) return;
  globalThis.deadlineOfTests = (_name, ms, isAlwaysWaited) => (isAlwaysWaited ? ms : ms * factor);
}
