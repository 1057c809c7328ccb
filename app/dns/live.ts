import { type Resolution, type ResolvedRecord, recordsFor, refreshTime } from "#app/domains/resolver-reply.ts";
import { clockWords } from "#app/platform/text/nairobi-day.ts";
import { isCdnAddress } from "./address-ranges.ts";
import type { DnsRecord } from "./record.ts";
import type { RecordSet } from "./record-sets.ts";
import { hasSameContent, resolvedText } from "./resolution.ts";

/**
 * What a resolver's reply means for a record set. `values` has the values that the resolver returned, as the page shows them.
 * `until` is the latest time at which the resolver asks the name servers again, in milliseconds since 1970; null if unknown.
 */
export type Verdict =
  /** The reply has exactly the records of the set. */
  | { kind: "live" }
  /** The reply has addresses of the CDN, as it should for a proxied record. */
  | { kind: "cdn" }
  /** The reply has addresses in place of a CNAME, as it should at the apex. */
  | { kind: "flattened"; values: string[] }
  /** The reply has all records of the set, and others. */
  | { kind: "extra"; values: string[]; until: number | null }
  /** The reply lacks a record of the set, and has others, such as the ones before the last change. */
  | { kind: "old"; values: string[]; until: number | null }
  /** The reply has no records. */
  | { kind: "none"; until: number | null }
  /** Other name servers answer for the name, so the set is not used. `isSame`: their records are the same. */
  | { kind: "elsewhere"; isSame: boolean; values: string[] }
  /** The resolver got no response from the name servers. */
  | { kind: "failed" }
  /** The site could not ask the resolver. */
  | { kind: "unknown" };

/**
 * Returns what a resolver's reply means for a record set. `resolution` is undefined if no reply came. `isElsewhere` says
 * that other name servers answer for the domain. Source: docs/product/dns.md, "Is it live".
 */
export function verdictOf(set: RecordSet, resolution: Resolution | undefined, isElsewhere = false): Verdict {
  if (!resolution) return { kind: "unknown" };
  if (resolution.outcome === "failed") return { kind: "failed" };
  const records = recordsFor(set.question, resolution);
  const isSame = (found: ResolvedRecord, record: DnsRecord) => hasSameContent(found, record, set.proxiedServers);
  const extra = records.filter((found) => !set.records.some((record) => isSame(found, record)));
  // `isSame` cannot tell the names of the CDN for mail servers apart, so the reply must have as many as the set has servers.
  const isEnough = set.proxiedServers.length === 0 || records.length - extra.length >= set.records.length;
  const hasAll = isEnough && set.records.every((record) => records.some((found) => isSame(found, record)));
  const texts = (values: readonly ResolvedRecord[]) => values.map(resolvedText);
  if (isElsewhere || set.isDelegated) {
    // With the CDN, one matching address is enough: each leads to the same origin server.
    const isMatch = set.visibleAs === "cdn" ? extra.length < records.length : hasAll && extra.length === 0;
    return { kind: "elsewhere", isSame: isMatch, values: texts(records) };
  }
  const until = refreshTime(records, resolution);
  if (records.length === 0) return { kind: "none", until };
  if (set.visibleAs === "cdn") {
    const foreign = records.filter(({ type, data }) => type === "CNAME" || !isCdnAddress(data));
    return foreign.length === 0 ? { kind: "cdn" } : { kind: "old", values: texts(foreign), until };
  }
  if (set.visibleAs === "flattened") {
    return records.some(({ type }) => type === "CNAME")
      ? { kind: "old", values: texts(records), until }
      : { kind: "flattened", values: texts(records) };
  }
  if (!hasAll) return { kind: "old", values: texts(records), until };
  return extra.length === 0 ? { kind: "live" } : { kind: "extra", values: texts(extra), until };
}

/** ok: works. warn: worth a look. bad: broken. neutral: unknown or not applicable. */
export type Status = "ok" | "warn" | "bad" | "neutral";

/** What the page says about one resolver's reply: a word, and sometimes a sentence. */
export type ResolverReport = { status: Status; word: string; text: string };

const MINUTE_MS = 60_000;
const MAX_LISTED = 3;

/** Returns the word and the sentence with which the page shows a verdict. Source: docs/product/dns.md, "Is it live". */
export function resolverReport(verdict: Verdict, now: Date): ResolverReport {
  switch (verdict.kind) {
    case "live":
    case "cdn":
      return { status: "ok", word: "Live", text: "" };
    case "flattened":
      return { status: "ok", word: "Live", text: `It sees ${firstValues(verdict.values)}.` };
    case "extra":
      return {
        status: "warn",
        word: "Old value too",
        text: `It also sees ${firstValues(verdict.values)}${untilPhrase(verdict, now)}.`,
      };
    case "old":
      return {
        status: "warn",
        word: "Old value",
        text: `It still sees ${firstValues(verdict.values)}${untilPhrase(verdict, now)}.`,
      };
    case "none":
      return {
        status: "warn",
        word: "Not seen",
        text: verdict.until === null ? "It sees nothing yet." : `It sees nothing yet${untilPhrase(verdict, now)}.`,
      };
    case "elsewhere":
      return { status: "neutral", ...elsewherePhrase(verdict) };
    case "failed":
      return {
        status: "bad",
        word: "No answer",
        text: "It got no valid answer. If you moved the name here, an old DS record (DNSSEC) at the registrar may be the reason.",
      };
    case "unknown":
      return { status: "neutral", word: "Not asked", text: "We can’t check it right now." };
  }
}

/**
 * Returns a time (milliseconds since 1970), rounded up to the minute, as text: "14:05". For a time in the past, returns
 * the current time.
 */
export function untilText(until: number, now: Date): string {
  const moment = Math.max(until, now.getTime());
  return clockWords(new Date(Math.ceil(moment / MINUTE_MS) * MINUTE_MS), now);
}

/** Returns the first `max` values as text, and how many more there are. */
export function firstValues(values: readonly string[], max = MAX_LISTED): string {
  const extra = values.length - max;
  return extra > 0 ? `${values.slice(0, max).join(", ")} and ${extra} more` : values.join(", ");
}

function untilPhrase({ until }: { until: number | null }, now: Date): string {
  return until === null ? "" : `, until ${untilText(until, now)} at the latest`;
}

function elsewherePhrase({
  isSame,
  values,
}: Extract<Verdict, { kind: "elsewhere" }>): Pick<ResolverReport, "word" | "text"> {
  if (isSame) return { word: "Same value", text: "Other name servers have the same value." };
  if (values.length === 0) return { word: "Not here", text: "Other name servers have nothing." };
  return { word: "Not here", text: `Other name servers have ${firstValues(values)}.` };
}
