import type { RecordDraft } from "#app/model/dns/record.ts";
import { isProxied } from "./wire-record.server.ts";

/**
 * Whether two records say the same: type, name, content, and priority where it counts. TTL, proxy and comment do not
 * count. Names and addresses are compared as DNS does, not letter by letter.
 */
export function isSameRecord(a: RecordDraft, b: RecordDraft): boolean {
  return identityOf(a) === identityOf(b);
}

/** Whether a record is now what it was to become, TTL, proxy and (where one was given) comment included. */
export function isAsWanted(record: RecordDraft, draft: RecordDraft): boolean {
  const isProxiedNow = isProxied(record);
  return (
    isSameRecord(record, draft) &&
    isProxiedNow === isProxied(draft) &&
    // A proxied record reads back as Auto, whatever was sent.
    (isProxiedNow || record.ttl === draft.ttl) &&
    (draft.comment === undefined || (record.comment ?? "") === draft.comment)
  );
}

function identityOf(record: RecordDraft): string {
  const priority = record.type === "MX" ? record.priority : undefined;
  return JSON.stringify([record.type, hostOf(record.name), contentOf(record), priority]);
}

function contentOf({ type, content, data, priority }: RecordDraft): string {
  if (data && "port" in data) return `${data.priority} ${data.weight} ${data.port} ${hostOf(data.target)}`;
  if (data) return `${data.flags} ${data.tag} "${data.value}"`;
  switch (type) {
    case "SRV":
      return `${priority} ${hostOf(content)}`;
    case "AAAA":
      return addressOf(content);
    case "CNAME":
    case "MX":
    case "NS":
      return hostOf(content);
    case "TXT":
      return textOf(content);
    default:
      return content.trim();
  }
}

function hostOf(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, "");
}

/** The shortest form of an IPv6 address (RFC 5952). */
function addressOf(content: string): string {
  const address = `http://[${content.trim()}]/`;
  return URL.canParse(address) ? new URL(address).hostname : content.trim();
}

/** The text of a TXT record, whether it came in quoted pieces (RFC 1035, 5.1) or not. */
function textOf(content: string): string {
  if (!/^\s*"/.test(content)) return content;
  const pieces = content.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return pieces.map((piece) => piece.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
}
