/** For so long a visitor whom a limit turns away again and again has one line. */
const WINDOW_MS = 60_000;
/** So many visitors of a limit have lines of their own in that time; of all others only the number is kept. */
const MOST = 10;
const OTHERS = "others";

/** `again`: how often more, in the minute that is over. */
type Line = { limit: string; whom: string; again?: number };

/**
 * Writes of whom a limit turns away: a line at the first time, and a minute after the first of all one for each who was turned away
 * again, with how often. So a flood, from however many addresses, writes at most twenty-one lines a minute for each limit. Takes what
 * writes a line, and gives back what takes the limit's name and a hash of whom it counts.
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
