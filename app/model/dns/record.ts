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
  priority?: number | undefined;
  /** Of a type that has parts; `content` is what the provider makes of them. */
  data?: RecordParts | undefined;
  comment?: string | undefined;
};

/** The parts of a record, named as the provider names them. */
export type RecordParts = Readonly<Record<string, string | number>>;

/** A record before it has an id: what is sent to the provider. */
export type RecordDraft = Omit<DnsRecord, "id">;

/** Seconds that stand for Auto. */
export const AUTO_TTL = 1;
