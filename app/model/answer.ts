/**
 * What a gateway gives back. An expected refusal is an answer, never an exception.
 *
 * `status` is the outside service's HTTP status, or 0 when no answer came. `message` may be shown to a person: it is
 * the service's own words (cut and cleaned) or ours. `isUnknown` is true when a write may have been carried out
 * although its answer was lost. `code` is the service's own code for what is wrong, where it has codes; `fields` is what it
 * says of single fields, each by its path in what it was sent. `retryAfterSeconds` says when it may be tried again, where
 * that is known.
 */
export type Answer<T> = { ok: true; value: T } | Refusal;
export type Refusal = {
  ok: false;
  status: number;
  message: string;
  isUnknown?: boolean;
  code?: string;
  fields?: readonly FieldRefusal[];
  retryAfterSeconds?: number;
};
export type FieldRefusal = { path: string; message: string };

export function answer<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function refusal(status: number, message: string, isUnknown = false): Refusal {
  return isUnknown ? { ok: false, status, message, isUnknown } : { ok: false, status, message };
}
