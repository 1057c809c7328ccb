import type { Submission } from "@conform-to/dom";
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import type { Answer, Refusal } from "#app/model/answer.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { questionsAbove, refusalAbove, sendWithin } from "#app/work/mail/counted-mail.server.ts";
import type { MailAllowance } from "#app/work/mail/mail-allowance.server.ts";
import { type Passed, TOKEN_REFUSED_WORDS } from "#app/work/person/bot-check.server.ts";
import { forgetOnce, type Submission as Sending, sendOnce } from "#app/work/send-once.server.ts";
import { placed } from "./account-refusal.server.ts";
import { startEvenTime } from "./even-time.server.ts";
import { readForm, refuse } from "./form.server.ts";

/** What was posted, and whether a limit asks a question of whoever has no token, and of whoever has one. */
type Asked = { submission: Submission<unknown, string[], unknown>; mustAnswer: boolean; mustAnswerToo: boolean };
type Checked =
  | { ok: true; passed: Passed }
  | ({ ok: false; message?: string } & Pick<FormReply, "question" | "toast" | "stamp">);

/** `key` is the submission's own, to hand on as idempotency key. */
export type Posted = { key: string; passed: Passed; request: Request; context: AppLoadContext | undefined };

/** The parts of a form whose answer is a mail. `Typed` is what is typed in it, `Outcome` what became of the mail. */
export type MailedForm<Typed extends { email: string }, Outcome> = {
  form: string;
  schema: z.ZodType<Typed>;
  /** How many mails it may have sent to an address. */
  allowance: (email: string) => MailAllowance;
  /** How it is made sure that a person sends it. It is done last of all that may refuse, because it spends the token. */
  check: (asked: Asked) => Promise<Checked>;
  /** What counts when the same is sent again, for how long it counts (ms; a day when left out), and what is told then. */
  same: (typed: Typed) => Sending<Outcome>["body"] | Promise<Sending<Outcome>["body"]>;
  sameForMs?: number;
  outcome: z.ZodType<Outcome>;
  /** What was carried out before our record of it was lost: it is told again, and nothing is sent or counted. */
  findDone?: (key: string) => Promise<Answer<Outcome> | undefined>;
  /** Has the mail sent. "nothing": none was, which must not be told. A refusal's message is shown. */
  deliver: (typed: Typed, posted: Posted) => Promise<Answer<Outcome>>;
  /** Whether the reply would tell, by the time it takes, who has an account. */
  takesEvenTime?: boolean;
  /** What it calls the fields that the auth service may refuse. */
  fields?: { email?: string; password?: string };
  thank: (typed: Typed, outcome: Outcome) => Promise<Response>;
};

/** What never goes back to a browser. */
const HIDDEN = ["password", "turnstileToken"];

/**
 * The action of a form whose answer is a mail: it is admitted if its address has not had enough and a person sends it, the
 * mail is sent once, and is told in the next page. Whoever has had enough is told of a success that was their own.
 * Source: docs/product.md, "The bot check", "Sent once" and "Limits".
 */
export async function answerByMail<Typed extends { email: string }, Outcome>(
  { request, context }: ActionFunctionArgs,
  parts: MailedForm<Typed, Outcome>,
) {
  const { form, takesEvenTime, fields = {} } = parts;
  const evenTime = takesEvenTime ? startEvenTime("mail") : undefined;
  const submission = await readForm(request, parts.schema);
  const givenBack = { context, form, submission, hideFields: HIDDEN };
  if (submission.status !== "success") return refuse(givenBack);

  const typed = submission.value;
  const allowance = parts.allowance(typed.email);
  const enough = await refusalAbove(allowance);
  if (enough) {
    const before = await sendOnce(await sendingOf(parts, typed), async () => enough);
    return before.ok ? parts.thank(typed, before.value) : refuse({ ...givenBack, ...placed(enough, fields) });
  }
  const checked = await parts.check({ submission, ...(await questionsAbove(allowance, context?.address)) });
  if (!checked.ok) {
    const { ok: _, ...why } = checked;
    return refuse({ ...givenBack, ...why });
  }

  const { passed } = checked;
  const done = await sendOnce(await sendingOf(parts, typed), async (key) => {
    const doneBefore = await parts.findDone?.(key);
    const deliver = () => parts.deliver(typed, { key, passed, request, context });
    return doneBefore ?? sendWithin(allowance, { passed, address: context?.address }, deliver);
  });
  await evenTime?.();
  return done.ok ? parts.thank(typed, done.value) : refuse({ ...givenBack, ...wordsOf(done, fields) });
}

/** From now on whoever sends the same means another mail. */
export async function forgetMail<Typed extends { email: string }, Outcome>(
  parts: MailedForm<Typed, Outcome>,
  typed: Typed,
) {
  await forgetOnce(await sendingOf(parts, typed));
}

async function sendingOf<Typed extends { email: string }, Outcome>(
  { form, same, sameForMs, outcome }: MailedForm<Typed, Outcome>,
  typed: Typed,
): Promise<Sending<Outcome>> {
  const body = await same(typed);
  return { form, owner: "anonymous", body, value: outcome, ...(sameForMs !== undefined && { replayMs: sameForMs }) };
}

function wordsOf(refused: Refusal, fields: { email?: string; password?: string }) {
  return refused.reason === "token-refused" ? TOKEN_REFUSED_WORDS : placed(refused, fields);
}
