/**
 * The outcome of a gateway or a use case: a value, or an expected failure. Expected failures are returned, never thrown. A
 * second type parameter replaces `Failure` where the caller needs other details of the failure.
 *
 * - `status`: the service's HTTP status; 0 if no response came.
 * - `message`: text that may be shown to a person: ours, or the service's, shortened and cleaned.
 * - `isUnknown`: the outcome is unknown: the response to a write was lost, and the write may have been carried out.
 * - `code`: the service's own error code. `fields`: its messages about single fields, by their path in the request.
 * - `reason`: our code for the kind of failure, where a caller distinguishes it.
 * - `retryAfterSeconds`: when to try again, if known.
 */
export type Result<T, F extends { ok: false } = Failure> = { ok: true; value: T } | F;
export type Failure = {
  ok: false;
  status: number;
  message: string;
  isUnknown?: boolean;
  code?: string;
  reason?: Reason;
  fields?: readonly FieldFailure[];
  retryAfterSeconds?: number;
};
/**
 * Accounts and forms: "over-limit": one of our rate limits was reached and nothing was sent. "token-refused": the bot-check
 * token was rejected. "queued": the service did not accept the message now; it is in our queue and is sent later.
 * "unknown-link": the token of a mailed link is unknown or expired. "wrong-credentials": e-mail and password do not match.
 * "session-over": the session has ended.
 *
 * DNS: "invalid": a field is wrong. "conflict": a CNAME cannot exist beside another record. "identical": the record exists
 * already. "gone": the record does not exist any more. "full": the record set is too large. "zone-exists": another account has
 * the zone. "busy": too many requests. "down": no response, or an error of the provider. "access-denied": our key or account
 * was rejected. "unconfirmed": the outcome is unknown, and the change may have been made.
 */
export type Reason =
  | "over-limit"
  | "token-refused"
  | "queued"
  | "unknown-link"
  | "wrong-credentials"
  | "session-over"
  | "invalid"
  | "conflict"
  | "identical"
  | "gone"
  | "full"
  | "zone-exists"
  | "busy"
  | "down"
  | "access-denied"
  | "unconfirmed";
export type FieldFailure = { path: string; message: string };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Returns the failure for one of our own rate limits, with the seconds until the next try. */
export function tooMany(message: string, retryAfterSeconds: number): Failure {
  return { ...failure(429, message), reason: "over-limit", retryAfterSeconds };
}

export function failure(status: number, message: string, isUnknown = false): Failure {
  return isUnknown ? { ok: false, status, message, isUnknown } : { ok: false, status, message };
}
