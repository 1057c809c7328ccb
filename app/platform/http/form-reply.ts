import type { SubmissionResult } from "@conform-to/dom";

/** What an action returns to a rejected form. `form` is the form's id, so that no other form on the page shows the reply. */
export type FormReply = {
  form: string;
  /** Messages by field and for the whole form, and the typed values. */
  result: SubmissionResult<string[]>;
  /** Heading of the form's message. */
  title?: string;
  /** Also shown as a toast if JavaScript runs. */
  toast?: { title: string; text?: string };
  /** A challenge to answer. `id` is sealed and valid once. */
  challenge?: { id: string; text: string; message: string };
  /** Hidden fields for the next submission. */
  carry?: Record<string, string>;
  /** The sealed input of another form (platform/http/draft.server.ts), kept on the sign-in form. */
  draft?: string;
  /** A stamp for the next submission (platform/abuse/form-proofs.server.ts), on forms that have one. */
  stamp?: string;
};

/** Returns whether action data is the reply to this form, from the enhanced or the plain submission. */
export function isReplyTo(form: string, data: unknown): data is FormReply {
  return typeof data === "object" && data !== null && "form" in data && data.form === form;
}

const PLAIN = /^[a-z][a-z0-9_]*$/i;

/**
 * Returns whether a field name can be one of our forms', which have plain names only. Form parsers build lists and objects
 * from other names ("a[999999999]", "a.b", "__proto__") or treat them as commands ("__intent__").
 */
export function isFieldName(name: string): boolean {
  return PLAIN.test(name) && !(name in {});
}

/** The name of the field with the CSRF token of a session. Source: docs/product/accounts.md, "Sessions". */
export const CSRF_TOKEN = "csrf_token";
