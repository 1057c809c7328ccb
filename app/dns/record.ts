/**
 * A DNS record as the provider stores it (Cloudflare API, "DNS Records for a Zone"). `name` is absolute, in lower case,
 * without a final dot. `ttl` is in seconds, 1 means Auto. TXT content is as the provider returned it, quoted or not.
 */
export type DnsRecord = {
  id: string;
  type: string;
  name: string;
  content: string;
  ttl: number;
  proxied: boolean;
  priority?: number | undefined;
  /** For types with structured data; `content` is the provider's text form of it. */
  data?: RecordParts | undefined;
  comment?: string | undefined;
};

/** The structured data of a record, with the provider's field names. */
export type RecordParts = Readonly<Record<string, string | number>>;

/** A record without an id, as it is sent to the provider. */
export type RecordDraft = Omit<DnsRecord, "id">;

/** The TTL that means Auto. */
export const AUTO_TTL = 1;
