/** The most names that one search checks (docs/product.md, "Several names"). */
export const MAX_NAMES_AT_ONCE = 10;

/**
 * Splits a text into names as typed, without duplicates: by lines, commas or semicolons. Spaces separate names too if each part
 * has a dot; "mama njeri" is one name, typed wrongly.
 */
export function splitNames(text: string): string[] {
  const names = text.split(/[\n\r,;]+/).flatMap(splitAtSpaces);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

function splitAtSpaces(line: string): string[] {
  const parts = line.split(/\s+/).filter(Boolean);
  if (parts.length > 1 && parts.every((part) => part.includes("."))) return parts;
  return parts.length > 0 ? [parts.join(" ")] : [];
}
const MAX_NAMED = 3;

/** Joins names: "a.co.ke and b.co.ke", or "a.co.ke, b.co.ke, c.co.ke and 4 more". */
export function namesWords(names: readonly string[], most = MAX_NAMED): string {
  const more = names.length - most;
  const shown = more > 0 ? [...names.slice(0, most), `${more} more`] : names;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
