/**
 * A DNS record as the zone's provider keeps it (Cloudflare API, "DNS Records for a Zone"). `name` is the whole name in
 * lower case, without a dot at the end; `ttl` is seconds, 1 means Auto; TXT content is as the provider gave it, quoted or
 * not.
 */
export type DnsRecord = {
  id: string;
  type: string;
  name: string;
  content: string;
  ttl: number;
  proxied: boolean;
  /** MX and SRV alone. */
  priority?: number | undefined;
  /** The parts of an SRV or CAA record; `content` is what the provider makes of them. */
  data?: SrvParts | CaaParts | undefined;
  comment?: string | undefined;
};

/** A record before it has an id: what is sent to the provider. */
export type RecordDraft = Omit<DnsRecord, "id">;

/** RFC 2782. */
export type SrvParts = { priority: number; weight: number; port: number; target: string };
/** RFC 8659. */
export type CaaParts = { flags: number; tag: string; value: string };

/** The types a customer may add and change. Any other type of the zone is shown, and left alone. */
export const RECORD_TYPES = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The types whose visitors may be sent through the CDN. */
export const PROXIABLE_TYPES: readonly string[] = ["A", "AAAA", "CNAME"] satisfies RecordType[];

/** Seconds that stand for Auto. */
export const AUTO_TTL = 1;

/** Whether a record's visitors go through the CDN: what cannot, does not, whatever was asked. */
export function isProxied({ type, proxied }: Pick<RecordDraft, "type" | "proxied">): boolean {
  return proxied && PROXIABLE_TYPES.includes(type);
}

export function isRecordType(type: string): type is RecordType {
  return RECORD_TYPES.some((known) => known === type);
}
