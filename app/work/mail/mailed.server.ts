import type { z } from "zod";
import type { Answer } from "#app/model/answer.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import type { Passed } from "../person/bot-check.server.ts";
import type { Posted } from "../person/human-check.server.ts";
import { forgetOnce, type Submission, sendOnce } from "../send-once.server.ts";
import { questionsAbove, refusalAbove, sendWithin } from "./counted-mail.server.ts";
import type { MailAllowance } from "./mail-allowance.server.ts";

/** What was posted, and whether a limit asks a question of whoever has no token, and of whoever has one. */
type Asked = { submission: Posted; mustAnswer: boolean; mustAnswerToo: boolean };
/** How a form goes back that may not come from a person. */
type Unproven = { message?: string } & Pick<FormReply, "question" | "toast" | "stamp">;
type Checked = { ok: true; passed: Passed } | ({ ok: false } & Unproven);

/** `key` is the submission's own, to hand on as idempotency key; `address` is where the form came from. */
export type Sender = { key: string; passed: Passed; address: string | undefined };

/**
 * What a form does whose answer is a mail. `Typed` is what is typed in it, `Outcome` what became of the mail, `Known` what we know
 * already of whoever is written to.
 */
export type Mailed<Typed extends { email: string }, Outcome, Known = undefined> = {
  form: string;
  /** How many mails it may have sent to an address. */
  allowance: (email: string) => MailAllowance;
  /** How it is made sure that a person sends it. It is done last of all that may refuse, because it spends the token. */
  check: (asked: Asked) => Promise<Checked>;
  /** Looks up what is known, once for all that follows; undefined when it cannot be told. */
  know?: (typed: Typed) => Promise<Known | undefined>;
  /** What counts when the same is sent again, for how long it counts (ms; a day when left out), and what is told then. */
  same: (typed: Typed, known: Known | undefined) => Submission<Outcome>["body"] | Promise<Submission<Outcome>["body"]>;
  sameForMs?: number;
  outcome: z.ZodType<Outcome>;
  /** What was carried out before our record of it was lost: it is told again, and nothing is sent or counted. */
  findDone?: (key: string) => Promise<Answer<Outcome> | undefined>;
  /** Has the mail sent. A refusal's message is shown. */
  deliver: (typed: Typed, sender: Sender & { known: Known | undefined }) => Promise<Answer<Outcome>>;
};

/** "unproven": the form goes back. "enough": its address has had its mails. "taken": what became of it, this time or before. */
type Mailing<Outcome> = { kind: "unproven"; why: Unproven } | { kind: "enough" | "taken"; outcome: Answer<Outcome> };

/**
 * Has the mail of a form sent, once, and counts it: if its address has not had enough, and a person sends it. Whoever has had
 * enough is told of a success that was their own. Source: docs/product.md, "The bot check", "Sent once" and "Limits".
 */
export async function mailOnce<Typed extends { email: string }, Outcome, Known>(
  mailed: Mailed<Typed, Outcome, Known>,
  typed: Typed,
  { submission, address }: { submission: Posted; address: string | undefined },
): Promise<Mailing<Outcome>> {
  const allowance = mailed.allowance(typed.email);
  const enough = await refusalAbove(allowance);
  if (enough) {
    const { same } = await submissionOf(mailed, typed);
    const before = await sendOnce(same, async () => enough);
    return { kind: "enough", outcome: before.ok ? before : enough };
  }
  const checked = await mailed.check({ submission, ...(await questionsAbove(allowance, address)) });
  if (!checked.ok) {
    const { ok: _, ...why } = checked;
    return { kind: "unproven", why };
  }
  const { passed } = checked;
  const { same, known } = await submissionOf(mailed, typed);
  const outcome = await sendOnce(same, async (key) => {
    const doneBefore = await mailed.findDone?.(key);
    const deliver = () => mailed.deliver(typed, { key, passed, address, known });
    return doneBefore ?? sendWithin(allowance, { passed, address }, deliver);
  });
  return { kind: "taken", outcome };
}

/** From now on whoever sends the same means another mail. */
export async function forgetMail<Typed extends { email: string }, Outcome, Known>(
  mailed: Mailed<Typed, Outcome, Known>,
  typed: Typed,
): Promise<void> {
  await forgetOnce((await submissionOf(mailed, typed)).same);
}

async function submissionOf<Typed extends { email: string }, Outcome, Known>(
  { form, know, same, sameForMs, outcome }: Mailed<Typed, Outcome, Known>,
  typed: Typed,
): Promise<{ same: Submission<Outcome>; known: Known | undefined }> {
  const known = await know?.(typed);
  const body = await same(typed, known);
  const lasting = sameForMs !== undefined && { replayMs: sameForMs };
  return { same: { form, owner: "anonymous", body, value: outcome, ...lasting }, known };
}
