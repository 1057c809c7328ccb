import { cleanSearch } from "#app/platform/text/clean-line.ts";

const QUERY_WORDS = 6;

/**
 * Returns the search words, with plain quotation marks; a post must contain each. Stars are removed: markdown uses them, and
 * they are wildcards in the database.
 */
export function searchWords(query: string): string[] {
  const words = cleanSearch(query)
    .split(/[\s*]+/u)
    .filter(Boolean);
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, QUERY_WORDS);
}
