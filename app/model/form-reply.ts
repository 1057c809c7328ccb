import type { SubmissionResult } from "@conform-to/dom";

/** What an action says to the form that was refused; `form` is the form's id, so that no other form shows it. */
export type FormReply = {
  form: string;
  /** Messages by field and for the whole form, and what was typed. */
  result: SubmissionResult<string[]>;
  /** First line of the message for the whole form. */
  title?: string;
  /** What a page with scripts says in a toast, too. */
  toast?: { title: string; text?: string };
  /** A plain-language question that must be answered now. `id` says which one it is, sealed: it is good once. */
  question?: { id: string; text: string; message: string };
  /** Hidden fields to send along with the next try. */
  carry?: Record<string, string>;
  /** What was typed in another form, sealed (http/draft.server.ts): it stays with the sign-in form. */
  draft?: string;
  /** A stamp for the next try (use-cases/bot-protection/form-stamp.server.ts), on forms that have one. */
  stamp?: string;
};

/** Reads what a form got back, from either the enhanced or the plain submit. */
export function isReplyTo(form: string, data: unknown): data is FormReply {
  return typeof data === "object" && data !== null && "form" in data && data.form === form;
}
