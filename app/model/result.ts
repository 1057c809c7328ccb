/**
 * What a gateway gives back. An expected refusal is an answer, never an exception.
 *
 * `status` is the outside service's HTTP status, or 0 when no answer came. `message` may be shown to a person: it is
 * the service's own words (cut and cleaned) or ours. `isUnknown` is true when a write may have been carried out
 * although its answer was lost. `code` is the service's own code for what is wrong, where it has codes; `fields` is what it
 * says of single fields, each by its path in what it was sent. `reason` is our own word, where something is decided by it.
 * `retryAfterSeconds` says when it may be tried again, where that is known.
 */
export type Result<T> = { ok: true; value: T } | Failure;
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
 * "over-limit": a limit of ours is reached, and it was not sent. "token-refused": the bot check's token was not taken.
 * "kept": it waits in our database and is sent again by itself.
 * "wrong-credentials": e-mail and password don't belong together. "session-over": there is no session any more to act in.
 * And why the DNS provider did not do it. "invalid": one field is wrong. "conflict": a CNAME cannot stand beside another
 * record. "identical": the record is there already. "gone": it is there no more. "full": the records of that name and type
 * are too long together. "zone-exists": somebody has that zone. "busy": too many calls. "down": no answer, or a failure of
 * the provider. "not-let-in": our key or account is wrong. "unconfirmed": it may have been done (`isUnknown`).
 */
export type Reason =
  | "over-limit"
  | "token-refused"
  | "kept"
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
  | "not-let-in"
  | "unconfirmed";
export type FieldFailure = { path: string; message: string };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Above a limit of our own, which may be tried again in so many seconds. */
export function tooMany(message: string, retryAfterSeconds: number): Failure {
  return { ...failure(429, message), reason: "over-limit", retryAfterSeconds };
}

export function failure(status: number, message: string, isUnknown = false): Failure {
  return isUnknown ? { ok: false, status, message, isUnknown } : { ok: false, status, message };
}
