import type { FormReply } from "./form-reply.ts";
import type { Failure } from "./result.ts";

/** Why what a form asked for was not done, and how the form that comes back says so. */
export type FormErrors = {
  /** The message for the whole form, and a heading over it. */
  message?: string;
  title?: string;
  /** Messages at fields, beside those of the schema. */
  fieldErrors?: Record<string, string[]>;
  carry?: FormReply["carry"];
  status?: number;
  retryAfterSeconds?: number | undefined;
};

/** What became of what a form asked for. */
export type FormResult<T> = { ok: true; value: T } | { ok: false; errors: FormErrors };

/** The status of a failure that is nobody's who reads of it. */
export const OUTAGE = 503;

/**
 * The status of a page whose form a service has refused: 4xx where its reader can do something about it, 503 for an outage,
 * a lost answer or a service that does not let us in. Never 502 or 504: a CDN puts a page of its own in the place of these,
 * and what was typed is gone. Source: docs/product.md, "Forms".
 */
export function statusOf({ status, isUnknown = false }: Pick<Failure, "status" | "isUnknown">): number {
  if (isUnknown || status === 0 || status >= 500 || status === 401 || status === 403) return OUTAGE;
  return [409, 413, 429].includes(status) ? status : 400;
}
