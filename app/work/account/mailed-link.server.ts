import { z } from "zod";
import { resendConfirmation, sendRecovery } from "#app/gateways/accounts.server.ts";
import type { Answer } from "#app/model/answer.ts";
import { type LinkForm, links } from "../mail/mail-allowance.server.ts";
import type { Mailed } from "../mail/mailed.server.ts";
import { askIfNeeded } from "../person/human-check.server.ts";

/** For so long whoever asks again means the mail that is on its way: another one would take the worth of its link. */
export const SAME_MAIL_MS = 5 * 60_000;

/** Has a link sent by which a new password is chosen. */
export const RECOVERING = linkSent("forgot", sendRecovery);

/** Has the mail sent again that confirms an account. */
export const RESENDING = linkSent("resend", resendConfirmation);

type Send = (email: string, address: string | undefined) => Promise<Answer<null>>;

/** It does the same for every address: nobody learns here who has an account. */
function linkSent(form: LinkForm, send: Send): Mailed<{ email: string }, null> {
  return {
    form,
    allowance: (email) => links(form, email),
    check: async ({ submission, mustAnswer }) => {
      const question = await askIfNeeded(submission, form, mustAnswer);
      return question ? { ok: false, question } : { ok: true, passed: { door: "B" } };
    },
    same: ({ email }) => ({ email: email.toLowerCase() }),
    sameForMs: SAME_MAIL_MS,
    outcome: z.null(),
    deliver: ({ email }, { address }) => send(email, address),
  };
}
