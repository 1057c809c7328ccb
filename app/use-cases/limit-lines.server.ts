/** The window in which a visitor has at most two lines. */
const WINDOW_MS = 60_000;
/** The most visitors of a limit with lines of their own in the window; others are counted together. */
const MOST = 10;
const OTHERS = "others";

/** `again`: how often the limit was reached again in the last window. */
type Line = { limit: string; whom: string; again?: number };

/**
 * Writes a log line when a limit first rejects a visitor, and one at the end of the window with how often it did so again. A
 * flood from any number of addresses writes at most twenty-one lines a minute for each limit. Takes the function that writes a
 * line; returns one that takes the limit's name and the visitor's hash.
 */
export function createLimitLines(write: (line: Line) => void) {
  const limits = new Map<string, Map<string, number>>();

  function sumUp() {
    for (const [limit, counts] of limits) {
      for (const [whom, again] of counts) if (again > 0) write({ limit, whom, again });
    }
    limits.clear();
  }

  return (limit: string, whom: string) => {
    if (limits.size === 0) setTimeout(sumUp, WINDOW_MS).unref();
    const counts = limits.get(limit) ?? new Map<string, number>();
    limits.set(limit, counts);
    if (!counts.has(whom) && counts.size < MOST) {
      counts.set(whom, 0);
      return write({ limit, whom });
    }
    const who = counts.has(whom) ? whom : OTHERS;
    counts.set(who, (counts.get(who) ?? 0) + 1);
  };
}
