import { parse } from "tldts";

/**
 * Splits a text into names as typed, without duplicates: by lines, commas or semicolons. Spaces separate names too if each part
 * has a dot; "mama njeri" is one name, typed wrongly. A comma that stands for a dot is read as a dot: "mama,co,ke".
 */
export function splitNames(text: string): string[] {
  const plain = text.replace(/\b(https?)[;,]\/\//gi, "$1://").replace(/[^\n\r]+/g, withDots);
  const names = plain.split(/[\n\r,;]+/).flatMap(splitAtSpaces);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

/** Endings that nobody types as a name of their own; every country's has two letters. */
const ENDING = /^(?:[a-z]{2}|com|net|org|info|biz)$/i;

/** Returns a line in which commas that stand for dots are dots: in the whole line, or in its words. */
function withDots(line: string): string {
  const whole = dotted(line);
  if (isDottedName(whole)) return whole;
  return line.replace(/[^\s;]+/g, (word) => {
    const name = dotted(word);
    if (!isDottedName(name)) return word;
    return word.endsWith(",") ? `${name},` : name;
  });
}

function dotted(text: string): string {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean).join(".").replace(/\.$/, "");
}

/** Whether a text is one name that can be registered, under an ending that nobody types as a name of its own. */
export function isDottedName(text: string): boolean {
  if (!/^[\p{L}\p{N}.-]+$/u.test(text) || !ENDING.test(text.slice(text.lastIndexOf(".") + 1))) return false;
  const bare = text.toLowerCase().replace(/^www\./, "");
  const { domain, isIcann } = parse(bare, { validateHostname: false });
  return isIcann === true && domain === bare;
}

function splitAtSpaces(line: string): string[] {
  const parts = line.split(/\s+/).filter(Boolean);
  if (parts.length > 1 && parts.every((part) => part.includes("."))) return parts;
  return parts.length > 0 ? [parts.join(" ")] : [];
}
