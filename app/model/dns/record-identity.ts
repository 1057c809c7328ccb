import { canonicalIpv6 } from "./address.ts";
import { caaContent, caaParts } from "./caa.ts";
import type { RecordDraft } from "./record.ts";
import { srvContent, srvParts } from "./srv.ts";
import { txtBytes } from "./txt.ts";

/**
 * Whether two records say the same: type, name, content and priority. The TTL and the proxy do not count, and contents that
 * are written differently are compared by what they mean. Cloudflare refuses the second of two such records (error 81058).
 */
export function sameRecord(a: RecordDraft, b: RecordDraft): boolean {
  return a.type === b.type && identityOf(a) === identityOf(b);
}

/** A record is never changed, another one is made: what it says is worked out once, however many it is compared with. */
const identities = new WeakMap<RecordDraft, string>();

/** What a record says as one string: equal for records that say the same, as `sameRecord` has it, and for no others. */
export function identityOf(record: RecordDraft): string {
  const { type, name } = record;
  const known = identities.get(record);
  const identity = known ?? JSON.stringify([type, canonicalName(name), priorityOf(record), canonicalContent(record)]);
  if (known === undefined) identities.set(record, identity);
  return identity;
}

/** A name for comparing: lower case, no dot at the end. RFC 1035, section 2.3.3; RFC 4343. */
export function canonicalName(name: string): string {
  const text = name.trim().toLowerCase();
  return text.length > 1 && text.endsWith(".") ? text.slice(0, -1) : text;
}

/**
 * Takes a record and gives its content in a form for comparing, never for sending: addresses as RFC 5952 has them, names in
 * lower case without a dot at the end, texts as bytes, SRV and CAA from their parts. Other types are compared as they are.
 */
export function canonicalContent(record: RecordDraft): string {
  const content = record.content.trim();
  switch (record.type) {
    case "AAAA":
      return canonicalIpv6(content) ?? content.toLowerCase();
    case "CNAME":
    case "MX":
    case "NS":
      return canonicalName(content);
    case "TXT":
      return txtBytes(record.content);
    case "SRV": {
      const parts = record.data && "port" in record.data ? record.data : srvParts(content, 0);
      return parts ? srvContent({ ...parts, target: canonicalName(parts.target) }) : content.toLowerCase();
    }
    case "CAA": {
      const parts = record.data && "tag" in record.data ? record.data : caaParts(content);
      return parts ? caaContent({ ...parts, tag: parts.tag.toLowerCase() }) : content;
    }
    default:
      return content;
  }
}

/** The name that a record points to, for comparing; undefined for a type that points to none, and for "nowhere". */
export function targetOf(record: RecordDraft): string | undefined {
  const content = canonicalContent(record);
  const target = record.type === "SRV" ? content.split(" ").at(-1) : content;
  return ["CNAME", "MX", "NS", "SRV"].includes(record.type) && target !== "." ? target : undefined;
}

function priorityOf({ type, priority, data }: RecordDraft): number | undefined {
  if (type === "MX") return priority;
  return type === "SRV" ? (data && "port" in data ? data.priority : priority) : undefined;
}
