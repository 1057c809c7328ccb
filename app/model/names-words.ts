const MOST_NAMED = 3;

/** "a.co.ke", "a.co.ke and b.co.ke", "a.co.ke, b.co.ke, c.co.ke and 4 more". */
export function namesWords(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
