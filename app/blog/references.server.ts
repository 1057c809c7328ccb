import { JSDOM } from "jsdom";
import { LRUCache } from "lru-cache";

/** A parse takes a tenth of a millisecond, and a text may have thousands of references. */
const known = new LRUCache<string, string>({ max: 3_000 });

/** Replaces character references (`&amp;`, `&#8217;`, `&eacute;`) by their characters, with the table of HTML. */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (reference) => {
    const character = known.get(reference) ?? characterOf(reference);
    known.set(reference, character);
    return character;
  });
}

/**
 * Returns an unknown reference as it is. HTML would decode the beginning of one, such as `&notit;` to "¬it;"; this function
 * does not.
 */
function characterOf(reference: string): string {
  const character = JSDOM.fragment(reference).textContent ?? "";
  return character.length > 1 && character.endsWith(";") ? reference : character;
}
