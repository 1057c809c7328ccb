import type { RecordDraft } from "./record.ts";
import { canonicalContent, sameRecord } from "./record-identity.ts";
import { canonicalName } from "./record-name.ts";
import { contentWords } from "./record-words.ts";
import { txtBytes } from "./txt.ts";
import { typeOf } from "./types.ts";

/** What a resolver is asked for: a whole name and a type. */
export type Question = { name: string; type: string };

/** A record as a public resolver shows it: `ttl` is the seconds for which it keeps it, `data` is in its own spelling. */
export type ResolvedRecord = { name: string; type: string; ttl: number; data: string };

/**
 * What a public resolver said. `no-name`: the name does not exist (NXDOMAIN). `failed`: it got no answer itself (SERVFAIL
 * and the like). `negativeTtl`: the seconds for which it keeps a "no" (RFC 2308, section 5), null when it does not say.
 * `askedAt` is in milliseconds since 1970.
 */
export type Resolution = {
  outcome: "answered" | "no-name" | "failed";
  records: readonly ResolvedRecord[];
  negativeTtl: number | null;
  askedAt: number;
};

/** One resolver's answer; undefined when it could not be asked. */
export type ResolverReply = { resolver: string; answer: Resolution | undefined };

/** What the answer has for a question: records of its type, or else the CNAME that stands in their place. */
export function recordsFor({ name, type }: Question, { records }: Resolution): ResolvedRecord[] {
  const own = records.filter((line) => canonicalName(line.name) === canonicalName(name));
  const asked = own.filter((line) => line.type === type);
  return asked.length > 0 ? asked : own.filter((line) => line.type === "CNAME");
}

/** When the resolver asks anew, in milliseconds since 1970. Without lines, when its "no" ends; null if it does not say. */
export function refreshTime(lines: readonly ResolvedRecord[], { negativeTtl, askedAt }: Resolution): number | null {
  const ttl = lines.length > 0 ? Math.max(...lines.map((line) => line.ttl)) : negativeTtl;
  return ttl === null ? null : askedAt + ttl * 1000;
}

/**
 * Whether what a resolver shows is this record's content, under whatever name it was asked. A text may come quoted, in
 * pieces, or bare, and then with or without backslashes: resolvers differ.
 */
export function hasSameContent(line: ResolvedRecord, record: RecordDraft): boolean {
  if (line.type !== record.type) return false;
  if (line.type === "TXT") {
    const wanted = canonicalContent(record);
    const asPiece = `"${line.data.replace(/(?<!\\)"/g, '\\"')}"`;
    return [line.data, asPiece].some((content) => txtBytes(content) === wanted);
  }
  return sameRecord({ ...draftOf(line), name: record.name }, record);
}

/** What a resolver shows, for people: "10 mail.example.com", a text without quotation marks; at most 60 characters. */
export function resolvedText(line: ResolvedRecord): string {
  return valueText(draftOf(line));
}

/** A record's content with its priority in front, as a resolver's answer is shown. */
export function valueText(record: RecordDraft): string {
  const about = typeOf(record.type);
  const content = about?.toText ? record.content : canonicalContent(record);
  const words = `${about?.priority?.(record) ?? ""} ${contentWords({ ...record, content })}`;
  // Whoever answers for a name may put anything there, marks that turn the direction of writing too.
  return words.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}

/** A line as a record. */
function draftOf({ name, type, data }: ResolvedRecord): RecordDraft {
  const content = data.trim();
  return {
    type,
    name: canonicalName(name),
    ttl: 1,
    proxied: false,
    ...(typeOf(type)?.fromResolver?.(content) ?? { content }),
  };
}
