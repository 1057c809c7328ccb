import { caaContent } from "./caa.ts";
import type { RecordDraft } from "./record.ts";
import { canonicalContent, canonicalName, sameRecord } from "./record-identity.ts";
import { contentWords } from "./record-words.ts";
import { txtBytes } from "./txt.ts";

/** What a resolver is asked for: a whole name and a type. */
export type Question = { name: string; type: string };

/** A record as a public resolver shows it: `ttl` is the seconds for which it keeps it, `data` is in its own spelling. */
export type WorldLine = { name: string; type: string; ttl: number; data: string };

/**
 * What a public resolver said. `no-name`: the name does not exist (NXDOMAIN). `failed`: it got no answer itself (SERVFAIL
 * and the like). `negativeTtl`: the seconds for which it keeps a "no" (RFC 2308, section 5), null when it does not say.
 * `askedAt` is in milliseconds since 1970.
 */
export type WorldAnswer = {
  outcome: "answered" | "no-name" | "failed";
  lines: readonly WorldLine[];
  negativeTtl: number | null;
  askedAt: number;
};

/** One resolver's answer; undefined when it could not be asked. */
export type Sight = { resolver: string; answer: WorldAnswer | undefined };

/** What the answer has for a question: records of its type, or else the CNAME that stands in their place. */
export function linesFor({ name, type }: Question, { lines }: WorldAnswer): WorldLine[] {
  const own = lines.filter((line) => canonicalName(line.name) === canonicalName(name));
  const asked = own.filter((line) => line.type === type);
  return asked.length > 0 ? asked : own.filter((line) => line.type === "CNAME");
}

/** When the resolver asks anew, in milliseconds since 1970. Without lines, when its "no" ends; null if it does not say. */
export function endOf(lines: readonly WorldLine[], { negativeTtl, askedAt }: WorldAnswer): number | null {
  const ttl = lines.length > 0 ? Math.max(...lines.map((line) => line.ttl)) : negativeTtl;
  return ttl === null ? null : askedAt + ttl * 1000;
}

/**
 * Whether what a resolver shows is this record's content, under whatever name it was asked. A text may come quoted, in
 * pieces, or bare, and then with or without backslashes: resolvers differ.
 */
export function isSameContent(line: WorldLine, record: RecordDraft): boolean {
  if (line.type !== record.type) return false;
  if (line.type === "TXT") {
    const wanted = canonicalContent(record);
    const asPiece = `"${line.data.replace(/(?<!\\)"/g, '\\"')}"`;
    return [line.data, asPiece].some((content) => txtBytes(content) === wanted);
  }
  return sameRecord({ ...draftOf(line), name: record.name }, record);
}

/** What a resolver shows, for people: "10 mail.example.com", a text without quotation marks; at most 60 characters. */
export function seenWords(line: WorldLine): string {
  return valueWords(draftOf(line));
}

/** A record's content with its priority in front, as a resolver's answer is shown. */
export function valueWords(record: RecordDraft): string {
  const { type, priority, data } = record;
  const content = type === "TXT" ? record.content : canonicalContent(record);
  const order = type === "MX" || type === "SRV" ? (priority ?? (data && "port" in data ? data.priority : "")) : "";
  // Whoever answers for a name may put anything there, marks that turn the direction of writing too.
  return `${order} ${contentWords({ type, content })}`.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}

/** A line as a record: RFC 1035, section 3.3.9 (MX); RFC 2782 (SRV); RFC 8659, section 4.1.1 (CAA). */
function draftOf({ name, type, data }: WorldLine): RecordDraft {
  const draft = { type, name: canonicalName(name), content: data.trim(), ttl: 1, proxied: false };
  const [, priority, rest] = /^(\d{1,5})\s+(.+)$/s.exec(draft.content) ?? [];
  if ((type === "MX" || type === "SRV") && rest) return { ...draft, content: rest, priority: Number(priority) };
  return type === "CAA" ? { ...draft, content: fromBytes(draft.content) ?? draft.content } : draft;
}

/**
 * A CAA record that a resolver shows as bytes, because it does not know the type: RFC 3597, section 5. Cloudflare's did until
 * 2026 ("Improved DoH JSON formatting", 28 July 2026). Undefined for what is none.
 */
function fromBytes(content: string): string | undefined {
  const [, hex = ""] = /^\\#\s+\d+\s([0-9a-f\s]+)$/i.exec(content) ?? [];
  const bytes = (hex.replace(/\s/g, "").match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const [flags, tagLength] = bytes;
  if (flags === undefined || !tagLength || bytes.length < 2 + tagLength) return undefined;
  const text = String.fromCharCode(...bytes.slice(2));
  return caaContent({ flags, tag: text.slice(0, tagLength), value: text.slice(tagLength) });
}
