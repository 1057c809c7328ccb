import type { Aside } from "../change.ts";
import type { RecordDraft } from "../record.ts";
import { MAX_TTL, MIN_TTL } from "../ttl.ts";

/** What was read in another way than it is written, or than other servers would read it. */
const ADJUSTMENTS = ["as-absolute", "as-one-text", "ttl-raised", "ttl-lowered"] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** A record of a file. `says` tells what the file itself says; what it leaves open is a guess in the draft. */
export type FileRecord = {
  kind: "record";
  line: number;
  text: string;
  draft: RecordDraft;
  explicit: { ttl: boolean; proxied: boolean; comment: boolean };
  adjustments: Adjustment[];
};

/**
 * A line of a file that is left out, and why. `isBroken` when it may have been meant as a record of ours, but cannot be one
 * as it is written; `set` is then the type and name of it, as `setOf` has them, where they could be read.
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

/** Records of one type at one name: what DNS answers with together. RFC 2181, section 5. */
export function rrsetKey({ type, name }: Pick<RecordDraft, "type" | "name">): string {
  return `${type} ${name}`;
}

/** Lines that are named one by one. */
const MOST_LINES = 5;

const WORDS: Record<Adjustment, (zone: string) => string> = {
  "as-absolute": (zone) => `a name that ends in ${zone} was read as the whole name, although it has no dot at its end.`,
  "as-one-text": () => "a text without quotation marks was read as one text, spaces and all.",
  "ttl-raised": () => `a TTL below ${MIN_TTL} seconds became ${MIN_TTL}.`,
  "ttl-lowered": () => `a TTL above ${MAX_TTL} seconds, which is a day, became ${MAX_TTL}.`,
};

/** What of a file was read in another way than it is written, all lines of a kind together. */
export function adjustmentNotes(entries: readonly ZoneEntry[], zone: string): Aside[] {
  const lines = new Map<Adjustment, number[]>();
  for (const entry of entries) {
    if (entry.kind === "skipped") continue;
    for (const remark of entry.adjustments) {
      const known = lines.get(remark);
      if (known) known.push(entry.line);
      else lines.set(remark, [entry.line]);
    }
  }
  return [...lines].map(([remark, numbers]) => ({
    kind: "noted",
    text: linesWords(numbers),
    reason: WORDS[remark](zone),
  }));
}

/**
 * Why a file cannot be the whole zone: a line of it that may have been meant as a record cannot be read, and what it stands
 * for would be deleted. Undefined when every line is understood.
 */
export function exactImportProblem(entries: readonly ZoneEntry[]): string | undefined {
  const broken = entries.filter((entry) => entry.kind === "skipped").filter(({ isBroken }) => isBroken);
  const [first] = broken;
  if (!first) return undefined;
  const others = broken.length === 1 ? "" : ` (and ${broken.length - 1} more)`;
  return `Line ${first.line}${others} cannot be read: ${first.reason} To delete what the file does not have, every line must be readable. Correct it, or put ; in front of it to leave it out.`;
}

/** "Line 4", "Lines 4, 7 and 9", "Lines 1, 2, 3, 4, 5 and 12 more". */
function linesWords(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  const named = numbers.length > MOST_LINES ? numbers.slice(0, MOST_LINES) : numbers.slice(0, -1);
  const rest = numbers.length > MOST_LINES ? `${numbers.length - MOST_LINES} more` : numbers.at(-1);
  return `Lines ${named.join(", ")} and ${rest}`;
}
