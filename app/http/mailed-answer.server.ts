import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Refusal } from "#app/model/answer.ts";
import { type Mailed, mailOnce } from "#app/work/mail/mailed.server.ts";
import { TOKEN_REFUSED_WORDS } from "#app/work/person/bot-check.server.ts";
import { placed } from "./account-refusal.server.ts";
import { startEvenTime } from "./even-time.server.ts";
import { readForm, refuse } from "./form.server.ts";

/** A form whose answer is a mail: how it is read, what it does, and how that is told. */
type MailedForm<Typed extends { email: string }, Outcome, Known> = {
  mailed: Mailed<Typed, Outcome, Known>;
  schema: z.ZodType<Typed>;
  /** Whether the reply would tell, by the time it takes, who has an account. */
  takesEvenTime?: boolean;
  /** What it calls the fields that the auth service may refuse. */
  fields?: { email?: string; password?: string };
  thank: (typed: Typed, outcome: Outcome) => Promise<Response>;
};

/** What never goes back to a browser. */
const HIDDEN = ["password", "turnstileToken"];

/**
 * The action of a form whose answer is a mail: it is read, its mail is sent once, and that is told in the next page.
 * Source: docs/product.md, "The bot check", "Sent once" and "Limits".
 */
export async function answerByMail<Typed extends { email: string }, Outcome, Known>(
  { request, context }: ActionFunctionArgs,
  { mailed, schema, takesEvenTime, fields = {}, thank }: MailedForm<Typed, Outcome, Known>,
) {
  const evenTime = takesEvenTime ? startEvenTime("mail") : undefined;
  const submission = await readForm(request, schema);
  const givenBack = { context, form: mailed.form, submission, hideFields: HIDDEN };
  if (submission.status !== "success") return refuse(givenBack);

  const typed = submission.value;
  const mailing = await mailOnce(mailed, typed, { submission, address: context?.address });
  if (mailing.kind === "unproven") return refuse({ ...givenBack, ...mailing.why });
  if (mailing.kind === "taken") await evenTime?.();
  const { outcome } = mailing;
  return outcome.ok ? thank(typed, outcome.value) : refuse({ ...givenBack, ...wordsOf(outcome, fields) });
}

function wordsOf(refused: Refusal, fields: { email?: string; password?: string }) {
  return refused.reason === "token-refused" ? TOKEN_REFUSED_WORDS : placed(refused, fields);
}
