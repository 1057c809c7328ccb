import type { Aside } from "../change.ts";
import type { RecordDraft } from "../record.ts";
import { MAX_TTL, MIN_TTL } from "../ttl.ts";

/** How a value was read differently from how it is written. */
const ADJUSTMENTS = ["as-absolute", "as-one-text", "ttl-raised", "ttl-lowered"] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** A record of a file. `explicit` says which values the file gives; the others are guesses. */
export type FileRecord = {
  kind: "record";
  line: number;
  text: string;
  draft: RecordDraft;
  explicit: { ttl: boolean; proxied: boolean; comment: boolean };
  adjustments: Adjustment[];
  /** What else the plan says of this line; equal remarks are grouped. */
  remarks: string[];
};

/**
 * A line of a file that is left out, and why. `isBroken`: it may be meant as a supported record, but is invalid.
 * `rrset` is its key (see `rrsetKey`), if type and name could be read.
 */
type SkippedLine = {
  kind: "skipped";
  line: number;
  text: string;
  reason: string;
  isBroken: boolean;
  rrset?: string;
};

export type ZoneEntry = FileRecord | SkippedLine;

/** Returns the key of a record's RRset, the records of one type at one name. RFC 2181, section 5. */
export function rrsetKey({ type, name }: Pick<RecordDraft, "type" | "name">): string {
  return `${type} ${name}`;
}

/** Lines that are listed by number. */
const MAX_LISTED_LINES = 5;

const WORDS: Record<Adjustment, (zone: string) => string> = {
  "as-absolute": (zone) => `a name that ends in ${zone} was read as the whole name, although it has no dot at its end.`,
  "as-one-text": () => "a text without quotation marks was read as one text, spaces and all.",
  "ttl-raised": () => `a TTL below ${MIN_TTL} seconds became ${MIN_TTL}.`,
  "ttl-lowered": () => `a TTL above ${MAX_TTL} seconds became one day, the longest that we take.`,
};

/** Returns notes about adjusted values, grouped by what they say. */
export function adjustmentNotes(entries: readonly ZoneEntry[], zone: string): Aside[] {
  const lines = new Map<string, number[]>();
  for (const entry of entries) {
    if (entry.kind === "skipped") continue;
    const reasons = [...entry.remarks, ...entry.adjustments.map((adjustment) => WORDS[adjustment](zone))];
    for (const reason of reasons) {
      const known = lines.get(reason);
      if (known) known.push(entry.line);
      else lines.set(reason, [entry.line]);
    }
  }
  return [...lines].map(([reason, numbers]) => ({ kind: "noted", text: linesWords(numbers), reason }));
}

/**
 * Returns why a file cannot replace the whole zone: an unreadable line may be a record that would then be deleted.
 * Undefined if every line is readable.
 */
export function exactImportProblem(entries: readonly ZoneEntry[]): string | undefined {
  const broken = entries.filter((entry) => entry.kind === "skipped").filter(({ isBroken }) => isBroken);
  const [first] = broken;
  if (!first) return undefined;
  const others = broken.length === 1 ? "" : ` (and ${broken.length - 1} more)`;
  return `Line ${first.line}${others} cannot be read: ${first.reason} We delete nothing until we can read every line. Correct it, or put ; in front of it to leave it out.`;
}

/** "Line 4", "Lines 4, 7 and 9", "Lines 1, 2, 3, 4, 5 and 12 more". */
function linesWords(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  const named = numbers.length > MAX_LISTED_LINES ? numbers.slice(0, MAX_LISTED_LINES) : numbers.slice(0, -1);
  const rest = numbers.length > MAX_LISTED_LINES ? `${numbers.length - MAX_LISTED_LINES} more` : numbers.at(-1);
  return `Lines ${named.join(", ")} and ${rest}`;
}
