import { clockWords } from "../nairobi-day.ts";
import { isCdnAddress } from "./address-ranges.ts";
import type { RecordSet } from "./record-sets.ts";
import {
  hasSameContent,
  type Resolution,
  type ResolvedRecord,
  recordsFor,
  refreshTime,
  resolvedText,
} from "./resolution.ts";

/**
 * What a resolver's answer means for a set of records. `seen` is what it shows, for people; `until` the moment, in
 * milliseconds since 1970, at which it asks anew at the latest, null when it does not say.
 */
export type Verdict =
  /** What is written is what is seen; "cdn": addresses of the CDN, as it should be; "flattened": some addresses. */
  | { kind: "live" }
  | { kind: "cdn" }
  | { kind: "flattened"; seen: string[] }
  /** What is written is seen, and more than that. */
  | { kind: "extra"; seen: string[]; until: number | null }
  | { kind: "old"; seen: string[]; until: number | null }
  | { kind: "none"; until: number | null }
  /** Other name servers answer for the name: what is written here is not asked for. */
  | { kind: "elsewhere"; isSame: boolean; seen: string[] }
  /** The resolver itself got no answer. */
  | { kind: "failed" }
  /** The resolver could not be asked. */
  | { kind: "unknown" };

/**
 * Takes a set of records, the answer to its question (undefined: none came), and whether other name servers than ours answer
 * for the domain. Source: docs/product.md, "Is it live".
 */
export function verdictOf(set: RecordSet, answer: Resolution | undefined, isElsewhere = false): Verdict {
  if (!answer) return { kind: "unknown" };
  if (answer.outcome === "failed") return { kind: "failed" };
  const lines = recordsFor(set.question, answer);
  const more = lines.filter((line) => !set.records.some((record) => hasSameContent(line, record)));
  const isWhole = set.records.every((record) => lines.some((line) => hasSameContent(line, record)));
  const seen = (some: readonly ResolvedRecord[]) => some.map(resolvedText);
  if (isElsewhere || set.isDelegated) {
    // Behind the CDN a visitor reaches the same server by any one of its addresses.
    const isSame = set.visibleAs === "cdn" ? more.length < lines.length : isWhole && more.length === 0;
    return { kind: "elsewhere", isSame, seen: seen(lines) };
  }
  const until = refreshTime(lines, answer);
  if (lines.length === 0) return { kind: "none", until };
  if (set.visibleAs === "cdn") {
    const strange = lines.filter(({ type, data }) => type === "CNAME" || !isCdnAddress(data));
    return strange.length === 0 ? { kind: "cdn" } : { kind: "old", seen: seen(strange), until };
  }
  if (set.visibleAs === "flattened") {
    return lines.some(({ type }) => type === "CNAME")
      ? { kind: "old", seen: seen(lines), until }
      : { kind: "flattened", seen: seen(lines) };
  }
  if (!isWhole) return { kind: "old", seen: seen(lines), until };
  return more.length === 0 ? { kind: "live" } : { kind: "extra", seen: seen(more), until };
}

/** How something stands: in order, worth a look, wrong, or neither. */
export type Status = "ok" | "warn" | "bad" | "neutral";

/** What is said of one resolver's answer: a word, and a sentence where there is more to say. */
export type ResolverReport = { status: Status; word: string; text: string };

const MINUTE_MS = 60_000;
const MOST = 3;

/** A verdict in words. Takes the moment at which it is said. Source: docs/product.md, "Is it live". */
export function resolverReport(verdict: Verdict, now: Date): ResolverReport {
  switch (verdict.kind) {
    case "live":
    case "cdn":
      return { status: "ok", word: "Live", text: "" };
    case "flattened":
      return { status: "ok", word: "Live", text: `It gives ${firstValues(verdict.seen)}.` };
    case "extra":
      return {
        status: "warn",
        word: "Old value too",
        text: `It also gives ${firstValues(verdict.seen)}${end(verdict, now)}.`,
      };
    case "old":
      return {
        status: "warn",
        word: "Old value",
        text: `It still gives ${firstValues(verdict.seen)}${end(verdict, now)}.`,
      };
    case "none":
      return {
        status: "warn",
        word: "Not seen",
        text: verdict.until === null ? "It has nothing yet." : `It has nothing yet${end(verdict, now)}.`,
      };
    case "elsewhere":
      return { status: "neutral", ...elsewhereWords(verdict) };
    case "failed":
      return { status: "bad", word: "No answer", text: "It got no answer from the name servers of this name." };
    case "unknown":
      return { status: "neutral", word: "Not asked", text: "It could not be asked just now." };
  }
}

/**
 * A moment by which something is over, up to the next full minute: "14:05". Takes milliseconds since 1970. What is over
 * already is over now.
 */
export function untilText(until: number, now: Date): string {
  const moment = Math.max(until, now.getTime());
  return clockWords(new Date(Math.ceil(moment / MINUTE_MS) * MINUTE_MS), now);
}

/** The first three of some values, and how many there are besides. */
export function firstValues(values: readonly string[], most = MOST): string {
  const more = values.length - most;
  return more > 0 ? `${values.slice(0, most).join(", ")} and ${more} more` : values.join(", ");
}

function end({ until }: { until: number | null }, now: Date): string {
  return until === null ? "" : `, until ${untilText(until, now)} at the latest`;
}

function elsewhereWords({
  isSame,
  seen,
}: Extract<Verdict, { kind: "elsewhere" }>): Pick<ResolverReport, "word" | "text"> {
  if (isSame) return { word: "Same value", text: "Other name servers answer, with the same value as here." };
  if (seen.length === 0) return { word: "Not here", text: "Other name servers answer, and have nothing." };
  return { word: "Not here", text: `Other name servers answer: ${firstValues(seen)}.` };
}
