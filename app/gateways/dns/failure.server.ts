import type { RecordDraft } from "#app/model/dns/record.ts";
import type { Failure, Reason } from "#app/model/result.ts";

/** The field of the record form that a refusal is about. */
type DnsField = "type" | "name" | "content" | "ttl" | "proxied" | "priority";

/**
 * A refusal with its reason, where the provider's code tells one, and the field of the form where it belongs. `job`: where
 * the history has what became of it, when the answer was lost.
 */
export type DnsFailure = Failure & { field?: DnsField; job?: string };
export type DnsResult<T> = { ok: true; value: T } | DnsFailure;

/** `words` are a whole sentence, or make one with the record behind them. */
type Known = { reason: Reason; field?: DnsField; words: string; namesRecord?: boolean };

const PROXIED = { reason: "invalid", field: "proxied" } satisfies Partial<Known>;
const CONTENT = { reason: "invalid", field: "content" } satisfies Partial<Known>;
const CONFLICT = { reason: "conflict", field: "name", namesRecord: true } satisfies Partial<Known>;
const IDENTICAL: Known = {
  reason: "identical",
  field: "content",
  words: "This record exists already",
  namesRecord: true,
};

/** Cloudflare's codes (its API documentation, "DNS Records for a Zone") in words for somebody who keeps a shop. */
const KNOWN: Record<string, Known> = {
  9000: { reason: "invalid", field: "name", words: "This name cannot be used. Letters, digits, hyphens and dots can." },
  9003: { ...PROXIED, words: "This address cannot be reached through the CDN. Switch the CDN off for this record." },
  9004: { ...PROXIED, words: "Records of this type cannot go through the CDN. Switch the CDN off." },
  9041: { ...PROXIED, words: "This record cannot go through the CDN. Switch the CDN off." },
  9005: { ...CONTENT, words: "An A record needs an IPv4 address, such as 192.0.2.10." },
  9006: { ...CONTENT, words: "An AAAA record needs an IPv6 address, such as 2001:db8::10." },
  9007: { ...CONTENT, words: "A CNAME record needs the name of a host, such as shop.example.com." },
  9008: { ...CONTENT, words: "An NS record needs the name of a name server, such as ns1.example.com." },
  9009: { ...CONTENT, words: "An MX record needs the name of a mail server, such as mail.example.com." },
  9015: { ...CONTENT, words: "This value is too long." },
  9021: { reason: "invalid", field: "ttl", words: "The TTL must be Auto, or from 60 to 86400 seconds." },
  81044: { reason: "gone", words: "This record does not exist any more. Somebody may have deleted it." },
  81053: { ...CONFLICT, words: "A CNAME cannot share its name with other records" },
  81054: { ...CONFLICT, words: "A CNAME record already has this name, and no other record can share it" },
  81056: { ...CONFLICT, words: "This name is handed to other name servers by NS records" },
  81057: IDENTICAL,
  81058: IDENTICAL,
  83011: { reason: "full", field: "content", words: "The records of this name and type are too long together." },
  1061: { reason: "zone-exists", words: "The DNS of this domain is already set up, under another account or ours." },
  1049: { reason: "invalid", words: "The DNS provider does not know this domain yet. Is it registered?" },
};

export const GONE = "81044";
/** Our own code for what never left us. */
export const NOT_SENT = "not-sent";
export const IDENTICAL_CODES: readonly (string | undefined)[] = ["81057", "81058"];

/** A refusal of the provider in our words, never in its own; a code that we have no words for is named, for who asks us about it. */
export function explain(refused: Failure, fallbackMessage: string, draft?: RecordDraft): DnsFailure {
  const { status, code = "" } = refused;
  // What it says then is meant for us, not for a customer.
  if (status === 401 || status === 403) return { ...refused, message: fallbackMessage, reason: "not-let-in" };
  const known = KNOWN[code];
  if (known) {
    const { words, namesRecord, ...why } = known;
    return { ...refused, ...why, message: namesRecord ? name(words, draft) : words };
  }
  if (status === 429) return { ...refused, message: BUSY, reason: "busy" };
  if (status === 0 || status >= 500) return { ...refused, message: fallbackMessage, reason: "down" };
  if (code === NOT_SENT) return refused;
  const named = /^\d+$/.test(code)
    ? `${fallbackMessage}: the DNS provider refused it (code ${code}).`
    : fallbackMessage;
  return { ...refused, message: named };
}

/** What is said when the provider, or our own budget of calls to it, wants us to wait. */
export const BUSY = "The DNS provider has had many requests just now. Please try again in a few minutes.";

const UNCONFIRMED = "We could not confirm it; it may still appear";

/** A write whose answer was lost and which the list of records does not show. */
export function unconfirmed(status: number, message = UNCONFIRMED): DnsFailure {
  return { ok: false, status, message, isUnknown: true, reason: "unconfirmed" };
}

/** A record that we don't send to the provider at all. */
export function notOurs(field: DnsField, message: string): DnsFailure {
  return { ok: false, status: 400, message, reason: "invalid", field, code: NOT_SENT };
}

/** Whether the provider was asked: not when we had refused it before, or when no connection came about. */
export function wasSent(answer: DnsResult<unknown>): boolean {
  return answer.ok || answer.isUnknown === true || (answer.status !== 0 && answer.code !== NOT_SENT);
}

/** Names the record that a sentence is about. */
function name(words: string, draft?: RecordDraft): string {
  return draft ? `${words}: ${draft.type} ${draft.name}.` : `${words}.`;
}
