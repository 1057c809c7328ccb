/**
 * Sets the deadlines of this process (`app/platform/upstream/deadlines.server.ts`): tests run with long ones, because a busy
 * machine is slower than the product allows. A test about a deadline sets that one itself. Started processes take theirs from
 * `deadlineSettings`.
 */

/** How many times as long a deadline is in tests. */
const FACTOR = 20;

/**
 * Sets these deadlines, in milliseconds, and makes the others long.
 * @param {Partial<Record<import("#app/platform/upstream/deadlines.server.ts").DeadlineName, number>>} own
 */
export function setDeadlines(own = {}) {
  globalThis.deadlineOfTests = (name, ms, isAlwaysWaited) => own[name] ?? (isAlwaysWaited ? ms : ms * FACTOR);
}

/** Gives this process the deadlines of the product. */
export function setProductDeadlines() {
  globalThis.deadlineOfTests = undefined;
}

/**
 * Returns the setting that gives a started process these deadlines.
 * @param {Parameters<typeof setDeadlines>[0]} own
 */
export function deadlineSettings(own) {
  return { TEST_DEADLINES: JSON.stringify(own) };
}
