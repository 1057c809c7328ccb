import type { DnsRecord } from "#app/dns/record.ts";

/** Returns a record of example.com from a line such as "www A 41.90.64.12"; `@` is the apex, and the id is the line. */
export function zoneRecord(line: string, rest: Partial<DnsRecord> = {}): DnsRecord {
  const [label = "", type = "", ...content] = line.split(" ");
  const name = label === "@" ? "example.com" : `${label}.example.com`;
  return { id: line, type, name, content: content.join(" "), ttl: 300, proxied: false, ...rest };
}
