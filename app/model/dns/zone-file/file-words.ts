import { MAX_TTL, MIN_TTL } from "../ttl.ts";
import type { Remark, ZoneEntry } from "./zone-entry.ts";

/** Lines that are named one by one. */
const MOST_LINES = 5;

const WORDS: Record<Remark, (lines: string, zone: string) => string> = {
  "as-whole": (lines, zone) =>
    `${lines}: names that end in ${zone} were read as whole names, although no dot is at their end.`,
  "as-one-text": (lines) => `${lines}: texts without quotation marks were read as one text, spaces and all.`,
  "ttl-raised": (lines) => `${lines}: a TTL below ${MIN_TTL} seconds became ${MIN_TTL}.`,
  "ttl-lowered": (lines) => `${lines}: a TTL above ${MAX_TTL} seconds, which is a day, became ${MAX_TTL}.`,
};

/** What of a file was read in another way than it is written, in a sentence each; none when there is nothing to say. */
export function remarkWords(entries: readonly ZoneEntry[], zone: string): string[] {
  const lines = new Map<Remark, number[]>();
  for (const entry of entries) {
    if (entry.kind === "skipped") continue;
    for (const remark of entry.remarks) {
      const known = lines.get(remark);
      if (known) known.push(entry.line);
      else lines.set(remark, [entry.line]);
    }
  }
  return [...lines].map(([remark, numbers]) => WORDS[remark](linesWords(numbers), zone));
}

/**
 * Why a file cannot be the whole zone: a line of it that may have been meant as a record cannot be read, and what it stands
 * for would be deleted. Undefined when every line is understood.
 */
export function whyNotWhole(entries: readonly ZoneEntry[]): string | undefined {
  const broken = entries.filter((entry) => entry.kind === "skipped").filter(({ isBroken }) => isBroken);
  const [first] = broken;
  if (!first) return undefined;
  const others = broken.length === 1 ? "" : ` (and ${broken.length - 1} more)`;
  return `Line ${first.line}${others} cannot be read: ${first.reason} To delete what the file does not have, every line must be readable. Mend it, or put ; in front of it to leave it out.`;
}

/** "Line 4", "Lines 4, 7 and 9", "Lines 1, 2, 3, 4, 5 and 12 more". */
function linesWords(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  const named = numbers.length > MOST_LINES ? numbers.slice(0, MOST_LINES) : numbers.slice(0, -1);
  const rest = numbers.length > MOST_LINES ? `${numbers.length - MOST_LINES} more` : numbers.at(-1);
  return `Lines ${named.join(", ")} and ${rest}`;
}
