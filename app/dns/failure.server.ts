import type { Failure, Reason } from "#app/platform/result.ts";
import type { RecordDraft } from "./record.ts";

/** Field of the record form that a failure refers to. */
type DnsField = "type" | "name" | "content" | "ttl" | "proxied" | "priority";

/**
 * A failure, with its reason and form field if the provider's error code determines them. `job`: the id of the history job that
 * records whether a write took effect after its response was lost.
 */
export type DnsFailure = Failure & { field?: DnsField; job?: string };
export type DnsResult<T> = { ok: true; value: T } | DnsFailure;

/** `words`: the message. With `namesRecord`, the record's type and name are appended, and it has no full stop. */
type ProviderError = { reason: Reason; field?: DnsField; words: string; namesRecord?: boolean };

const PROXIED = { reason: "invalid", field: "proxied" } satisfies Partial<ProviderError>;
const CONTENT = { reason: "invalid", field: "content" } satisfies Partial<ProviderError>;
const CONFLICT = { reason: "conflict", field: "name", namesRecord: true } satisfies Partial<ProviderError>;
const IDENTICAL: ProviderError = {
  reason: "identical",
  field: "content",
  words: "This record exists already",
  namesRecord: true,
};

/** Cloudflare's codes (API documentation, "DNS Records for a Zone") with messages for a shopkeeper. */
const PROVIDER_ERRORS: Record<string, ProviderError> = {
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
/** The `code` of a failure whose request was never sent to the provider. */
export const NOT_SENT = "not-sent";
export const IDENTICAL_CODES: readonly (string | undefined)[] = ["81057", "81058"];

/** Replaces the provider's message by ours. An unknown code is part of the message, so that customers can quote it. */
export function explain(failure: Failure, fallbackMessage: string, draft?: RecordDraft): DnsFailure {
  const { status, code = "" } = failure;
  // The provider's message is for the account holder, not for a customer.
  if (status === 401 || status === 403) return { ...failure, message: fallbackMessage, reason: "access-denied" };
  const known = PROVIDER_ERRORS[code];
  if (known) {
    const { words, namesRecord, ...why } = known;
    return { ...failure, ...why, message: namesRecord ? name(words, draft) : words };
  }
  if (status === 429) {
    // The provider does not say how long it blocks the account. Our own limit does.
    return { ...failure, message: code === NOT_SENT ? failure.message : `${BUSY_FOR} a few minutes.`, reason: "busy" };
  }
  if (status === 0 || status >= 500) return { ...failure, message: fallbackMessage, reason: "down" };
  if (code === NOT_SENT) return failure;
  const named = /^\d+$/.test(code)
    ? `${fallbackMessage}: the DNS provider refused it (code ${code}).`
    : fallbackMessage;
  return { ...failure, message: named };
}

/** The message for a rate limit, the provider's or the site's own, without the time until the next try. */
export const BUSY_FOR = "The DNS provider has had many requests just now. Please try again in";

const UNCONFIRMED = "We could not confirm it; it may still appear";

/** Returns the failure of a write whose reply was lost and whose effect the record list does not show. */
export function unconfirmed(status: number, message = UNCONFIRMED): DnsFailure {
  return { ok: false, status, message, isUnknown: true, reason: "unconfirmed" };
}

/** Returns the failure of a record that fails validation before it is sent. */
export function invalidDraft(field: DnsField, message: string): DnsFailure {
  return { ok: false, status: 400, message, reason: "invalid", field, code: NOT_SENT };
}

/** Returns whether the request reached the provider: false if validation rejected it or no connection was made. */
export function wasSent(answer: DnsResult<unknown>): boolean {
  return answer.ok || answer.isUnknown === true || (answer.status !== 0 && answer.code !== NOT_SENT);
}

/** Appends the record's type and name to a sentence. */
function name(words: string, draft?: RecordDraft): string {
  return draft ? `${words}: ${draft.type} ${draft.name}.` : `${words}.`;
}
