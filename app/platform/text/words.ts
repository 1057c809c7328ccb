/** The most names that one search checks (docs/product/domains.md, "Several names"). */
export const MAX_NAMES_AT_ONCE = 10;

const MAX_NAMED = 3;

/** Joins names: "a.co.ke and b.co.ke", or "a.co.ke, b.co.ke, c.co.ke and 4 more". */
export function namesWords(names: readonly string[], most = MAX_NAMED): string {
  const more = names.length - most;
  const shown = more > 0 ? [...names.slice(0, most), `${more} more`] : names;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** Returns a waiting time as words, rounded up: seconds up to 90, then minutes, then hours. */
export function waitInWords(seconds: number): string {
  if (seconds <= 90) return seconds <= 1 ? "1 second" : `${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
