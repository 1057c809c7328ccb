import { isCdnAddress } from "./cdn-address.ts";
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
