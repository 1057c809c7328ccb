import { env } from "#app/env.server.ts";
import { verifyToken } from "#app/gateways/bot-check.server.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { checkFormProofs, type Posted, requireChallenge } from "./form-proofs.server.ts";
import { ageOfStamp, makeStamp } from "./form-stamp.server.ts";

/** What a person reads whose token was not accepted, by us or by a worker: over the form, and in a toast. */
export const TOKEN_REFUSED_WORDS = alsoInToast("CAPTCHA verification failed. Please try again.");
const NO_PROOF_WORDS = alsoInToast("Please complete the CAPTCHA verification");

/** What a token may look like (Turnstile, "Token validation"): anything else is none. */
const TOKEN = /^[\x21-\x7e]{1,2048}$/;
const MAX_AGE_MS = 24 * 3600_000;

/** How old a form's stamp must be at least, in milliseconds, because no person is faster. */
const MIN_AGE_MS = { "sign-in": 0, "sign-up": 3000, newsletter: 3000, "school-interest": 3000 } as const;
type BotCheckedForm = keyof typeof MIN_AGE_MS;

/** Door A: a token, and who has still to spend it. Door B: no token; the form's own proofs held. */
export type BotCheckPass = { door: "A"; token: string; isVerified: boolean } | { door: "B" };
type Refused = Pick<FormReply, "question" | "toast"> & { message?: string; stamp: string };
/** `reply` is what the refused form goes back with. */
type BotCheck = { ok: true; passed: BotCheckPass } | { ok: false; reply: Refused };

type Checked = {
  form: BotCheckedForm;
  submission: Posted;
  /** A limit is reached, above which whoever comes without a token is asked a plain question first. */
  mustAnswer?: boolean;
  /** The same for whoever brings a token. */
  mustAnswerToo?: boolean;
};

/**
 * Whether a form may come from a person. With a token it is Door A; without one, or when the worker that verifies tokens is
 * silent, it is Door B: a stamp, an empty trap and, if need be, a plain question. Neither ever opens by itself. Call it once
 * for a submit and last of all checks, because it spends the token.
 * Source: docs/product.md, "The bot check".
 */
export async function runBotCheck({ form, submission, mustAnswer = false, ...more }: Checked): Promise<BotCheck> {
  const token = submission.payload.turnstileToken;
  // Without a widget there are no tokens but made-up ones.
  if (env.botCheck.siteKey !== "" && typeof token === "string" && TOKEN.test(token)) {
    const question = more.mustAnswerToo ? await requireChallenge(submission, form) : undefined;
    if (question) return refuse(form, { question });
    if (!isSpentHere(form)) return pass({ door: "A", token, isVerified: false });
    const verdict = await verifyToken(token, form);
    if (verdict === "accepted") return pass({ door: "A", token, isVerified: true });
    if (verdict === "refused") return refuse(form, TOKEN_REFUSED_WORDS);
  }
  return checkWithoutToken({ form, submission, mustAnswer });
}

/** The stamp for a form that is drawn now. */
export function stampFor(form: BotCheckedForm): string {
  return makeStamp(form);
}

/** What the browser needs to draw the widget; an empty site key where there is none. */
export function widgetSettings(): { script: string; siteKey: string } {
  const { script, siteKey } = env.botCheck;
  return { script, siteKey };
}

async function checkWithoutToken(checked: Omit<Checked, "mustAnswerToo">): Promise<BotCheck> {
  const { form, submission, mustAnswer } = checked;
  const age = ageOfStamp(form, submission.payload.stamp);
  if (age === undefined) return refuse(form, NO_PROOF_WORDS);
  if (age < MIN_AGE_MS[form] || age > MAX_AGE_MS) {
    return refuse(form, { message: "Please press the button again" });
  }
  const question = await checkFormProofs(submission, form, mustAnswer);
  return question ? refuse(form, { question }) : pass({ door: "B" });
}

function alsoInToast(message: string) {
  return { message, toast: { title: message } };
}

/** The worker that a form is for spends its token, unless there is none or a setting says that we do. */
function isSpentHere(form: BotCheckedForm): boolean {
  const worker = { newsletter: env.newsletter, "school-interest": env.strideMail, "sign-in": null, "sign-up": null };
  return worker[form] === null || env.botCheck.forms.includes(form);
}

function pass(passed: BotCheckPass): BotCheck {
  return { ok: true, passed };
}

/** The form goes back with a stamp that is valid at once: whoever reads the message has waited long enough. */
function refuse(form: BotCheckedForm, about: Omit<Refused, "stamp">): BotCheck {
  return { ok: false, reply: { ...about, stamp: makeStamp(form, MIN_AGE_MS[form]) } };
}
