import type { Failure, Result } from "../result.ts";
import type { FormReply } from "./form-reply.ts";

/** How a rejected form explains a failure. */
export type FormErrors = {
  /** The message of the form. `title` is its heading. */
  message?: string;
  title?: string;
  /** Messages at fields, in addition to the schema's. */
  fieldErrors?: Record<string, string[]>;
  carry?: FormReply["carry"];
  status?: number;
  retryAfterSeconds?: number | undefined;
};

/** The outcome of a form: a value, or what the form shows instead. */
export type FormResult<T> = Result<T, { ok: false; errors: FormErrors }>;

/** The status of a failure that the reader cannot correct. */
export const OUTAGE = 503;

/**
 * Returns the status of a page whose form a service rejected: 4xx if the reader can correct it; 503 for an outage, a lost
 * response or a permission that the site lacks. Never 502 or 504: a CDN replaces such pages by its own, and the user's input is
 * lost. Source: docs/product/forms.md, "Forms".
 */
export function statusOf({ status, isUnknown = false }: Pick<Failure, "status" | "isUnknown">): number {
  if (isUnknown || status === 0 || status >= 500 || status === 401 || status === 403) return OUTAGE;
  return [409, 413, 429].includes(status) ? status : 400;
}
