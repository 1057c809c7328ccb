import { z } from "zod";
import { signUp } from "#app/gateways/accounts.server.ts";
import type { signUpSchema } from "#app/model/account-forms.ts";
import { signUps } from "../mail/mail-allowance.server.ts";
import type { Mailed } from "../mail/mailed.server.ts";
import { checkHuman } from "../person/bot-check.server.ts";
import { SAME_MAIL_MS } from "./mailed-link.server.ts";

const FORM = "sign-up";

/** Creates an account, unless there is one, and has its mail sent. `mark` gives the mark of the browser that signs up. */
export function signingUp(mark: () => Promise<string>): Mailed<z.infer<typeof signUpSchema>, null> {
  return {
    form: FORM,
    allowance: signUps,
    check: ({ submission, mustAnswer }) => checkHuman({ form: FORM, submission, mustAnswer }),
    // Without the password: the account that a first try has made keeps its own, and nothing of one should be kept here.
    same: ({ name, email }) => ({ name, email: email.toLowerCase() }),
    sameForMs: SAME_MAIL_MS,
    outcome: z.null(),
    deliver: async (person, { address }) => signUp({ ...person, mark: await mark() }, address),
  };
}
