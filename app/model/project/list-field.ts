const MAX_ENTRIES = 30;
const MAX_LENGTH = 60;

/**
 * Reads a list that is an array, an array as JSON text, or text with commas. Returns at most 30 trimmed, distinct entries of at
 * most 60 characters; anything else gives an empty list. Source: docs/product.md, "Projects".
 */
export function readListField(value: unknown): string[] {
  const words = entriesOf(value).flatMap((entry) => {
    const word = typeof entry === "string" || typeof entry === "number" ? String(entry).trim() : "";
    return word === "" ? [] : [[...word].slice(0, MAX_LENGTH).join("")];
  });
  return [...new Set(words)].slice(0, MAX_ENTRIES);
}

function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  return listInJson(value) ?? value.split(",");
}

/** Text that only looks like JSON, "[sic], more", is text with commas. */
function listInJson(text: string): unknown[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
