import { canonicalName } from "#app/domains/ascii-name.ts";
import type { ResolvedRecord } from "#app/domains/resolver-reply.ts";
import { unwrapInto } from "#app/platform/text/parsed.ts";
import type { RecordDraft } from "./record.ts";
import { canonicalContent, sameRecord } from "./record-identity.ts";
import { isWithin } from "./record-name.ts";
import { contentWords } from "./record-words.ts";
import { contentOfBytes, txtBytes } from "./txt.ts";
import type { Contents } from "./types/record-type.ts";
import { typeOf } from "./types.ts";
import { parseGenericRdata } from "./zone-file/presentation-format.ts";

/**
 * Whether a resolver's record has the same content as a record of the zone, regardless of the name. Resolvers return
 * texts quoted, in chunks or bare, with or without backslashes. `proxiedServers`: mail servers that use the CDN.
 */
export function hasSameContent(
  line: ResolvedRecord,
  record: RecordDraft,
  proxiedServers: readonly string[] = [],
): boolean {
  if (line.type !== record.type) return false;
  if (line.type === "TXT") {
    const wanted = canonicalContent(record);
    const asPiece = `"${line.data.replace(/(?<!\\)"/g, '\\"')}"`;
    return [line.data, asPiece].some((content) => txtBytes(content) === wanted);
  }
  return (
    sameRecord({ ...draftOf(line), name: record.name }, record) ||
    (proxiedServers.includes(canonicalName(record.content)) && isCdnMail(line, record))
  );
}

/**
 * Whether the line is what Cloudflare returns for an MX record whose server uses the CDN: the same priority, and a name of its
 * own that has the server's address. Source: Cloudflare, "Email issues", _dc-mx.
 */
function isCdnMail(line: ResolvedRecord, record: RecordDraft): boolean {
  const { content, priority } = draftOf(line);
  const [, owner] = /^_dc-mx\.[0-9a-f]+\.(.+)$/.exec(canonicalName(content)) ?? [];
  const isOwn = owner !== undefined && isWithin(canonicalName(record.content), owner);
  return line.type === "MX" && priority === record.priority && isOwn;
}

/**
 * Returns a resolver's record for people: "10 mail.example.com", texts without quotation marks, at most 60 characters.
 */
export function resolvedText(line: ResolvedRecord): string {
  return valueText(draftOf(line));
}

/** Returns a record's content with its priority in front. */
export function valueText(record: RecordDraft): string {
  const about = typeOf(record.type);
  const content = about?.toText ? record.content : canonicalContent(record);
  const words = `${about?.priority?.(record) ?? ""} ${contentWords({ ...record, content })}`;
  // DNS data is untrusted: control characters and those that change the text direction are removed.
  return words.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}

/** A resolver's record as a record of the zone. */
function draftOf({ name, type, data }: ResolvedRecord): RecordDraft {
  const content = data.trim();
  return {
    type,
    name: canonicalName(name),
    ttl: 1,
    proxied: false,
    ...(ofBytes(type, content) ?? withoutPriority(type, content)),
  };
}

/**
 * Resolvers return bytes for types that they do not know (RFC 3597, section 5). Until 2026 Cloudflare's did so for CAA
 * ("Improved DoH JSON formatting", 28 July 2026).
 */
function ofBytes(type: string, data: string): Contents | undefined {
  const about = typeOf(type);
  const bytes = parseGenericRdata(data.split(/\s+/));
  const typed = bytes && about?.file.readBytes?.(bytes);
  if (!about || !typed) return undefined;
  const problems: Parameters<typeof unwrapInto>[0] = [];
  const contents = about.fromForm(typed, unwrapInto(problems), { name: "", zone: "" });
  if (problems.length === 0) return contents;
  // Others may publish values that our form rejects.
  const { fields, texts = [] } = about.file;
  const words = fields.map((field) => (texts.includes(field) ? contentOfBytes(typed[field] ?? "") : typed[field]));
  return { content: words.join(" ") };
}

/** Splits a priority off, which the provider keeps beside the content. RFC 1035, section 3.3.9; RFC 2782. */
function withoutPriority(type: string, data: string): Contents {
  const [, priority, content] = typeOf(type)?.priority ? (/^(\d{1,5})\s+(.+)$/s.exec(data) ?? []) : [];
  return content ? { content, priority: Number(priority) } : { content: data };
}
