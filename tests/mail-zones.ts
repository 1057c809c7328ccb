import type { Plan } from "#app/dns/change.ts";
import type { DnsRecord, RecordDraft } from "#app/dns/record.ts";
import { txtContent, txtText } from "#app/dns/txt.ts";

export const ZONE = "example.co.ke";
export const CDN = { proxied: true, ttl: 1 };

let nextId = 0;

/** Returns a record of the zone; "@" is the zone itself, and TXT values have no quotation marks. */
export function is(type: string, label: string, content: string, more: Partial<DnsRecord> = {}): DnsRecord {
  return {
    id: `r${nextId++}`,
    type,
    name: label === "@" ? ZONE : `${label}.${ZONE}`,
    content: type === "TXT" ? txtContent(content) : content,
    ttl: 300,
    proxied: false,
    ...more,
  };
}

/** Returns the record of a line as `said` writes it. */
export function recordFrom(line: string): DnsRecord {
  const [, type = "", label = "", priority, content = "", cdn] =
    /^(\S+) (\S+) (?:(?<=^MX \S+ )(\d+) )?(.*?)( CDN)?$/.exec(line) ?? [];
  return is(type, label, content, { ...(priority && { priority: Number(priority) }), ...(cdn && CDN) });
}

/** Returns the zone's records after a plan was carried out. */
export function carriedOut(records: readonly DnsRecord[], plan: Pick<Plan, "changes"> | undefined): DnsRecord[] {
  const changes = plan?.changes ?? [];
  const gone = new Set(changes.map(({ before }) => before?.id));
  const made = changes.flatMap(({ before, after }) => (after ? [{ ...after, id: before?.id ?? `r${nextId++}` }] : []));
  return [...records.filter(({ id }) => !gone.has(id)), ...made];
}

/** Returns each record on one line: "MX @ 10 mail.example.co.ke". */
export function said(records: readonly RecordDraft[]): string[] {
  return records.map(({ type, name, content, priority, proxied }) =>
    [
      type,
      name === ZONE ? "@" : name.replace(`.${ZONE}`, ""),
      ...(priority === undefined ? [] : [priority]),
      type === "TXT" ? txtText(content) : content,
      ...(proxied ? ["CDN"] : []),
    ].join(" "),
  );
}

/** Returns the records without duplicates, which no provider stores. */
export function distinct(records: readonly DnsRecord[]): DnsRecord[] {
  return [...new Map(records.map((record) => [said([record])[0], record])).values()];
}
