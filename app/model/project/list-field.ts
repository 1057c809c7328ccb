const MAX_ENTRIES = 30;
const MAX_LENGTH = 60;

/**
 * A list that may have been written in three ways: an array, an array as JSON text, or text with commas. Gives its entries
 * trimmed, none empty and none twice, at most 30 of at most 60 characters; what is no list gives none.
 * Source: docs/product.md, "Projects".
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
