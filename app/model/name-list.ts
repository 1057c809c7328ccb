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
