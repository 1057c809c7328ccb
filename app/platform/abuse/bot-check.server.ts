import { env } from "../env.server.ts";
import type { FormReply } from "../http/form-reply.ts";
import { ageOfStamp, checkFormProofs, makeStamp, type PostedForm, requireChallenge } from "./form-proofs.server.ts";
import { verifyToken } from "./turnstile.api.server.ts";

/** The message for a rejected token, by us or by a worker: above the form, and as a toast. */
export const TOKEN_REFUSED = withToast("CAPTCHA verification failed. Please try again.");
const NO_PROOF = withToast("Please complete the CAPTCHA verification");

/** The format of a token (Turnstile, "Token validation"). */
const TOKEN = /^[\x21-\x7e]{1,2048}$/;
const MAX_AGE_MS = 24 * 3600_000;

/** Minimum age of a form's stamp in milliseconds: no person is faster. */
const MIN_AGE_MS = { "sign-in": 0, "sign-up": 3000, newsletter: 3000, "school-interest": 3000 } as const;
type BotCheckedForm = keyof typeof MIN_AGE_MS;

/**
 * How a form passed. "widget": by a token. `isVerified`: true if this site has verified the token; false if the worker will.
 * "no-javascript": by the form proofs.
 */
export type BotCheckPass = { path: "widget"; token: string; isVerified: boolean } | { path: "no-javascript" };
type Rejection = Pick<FormReply, "challenge" | "toast"> & { message?: string; stamp: string };
/** `rejection` is part of the response to the rejected form. */
type BotCheck = { ok: true; passedBy: BotCheckPass } | { ok: false; rejection: Rejection };

type FormCheck = {
  form: BotCheckedForm;
  submission: PostedForm;
  /** Whether a form without a token must answer a challenge, because a rate limit is reached. */
  requiresChallenge?: boolean;
  /** Whether a form with a token must answer a challenge too. */
  requiresChallengeWithToken?: boolean;
};

/**
 * Checks that a form was sent by a person. A form with a token takes the widget path. A form without a token, or whose token
 * nobody could verify, takes the no-JavaScript path: a stamp, an empty honeypot and, if necessary, a challenge. Call it once
 * for a submission and as the last check, because it spends the token. Source: docs/product/forms.md, "The bot check".
 */
export async function runBotCheck({
  form,
  submission,
  requiresChallenge = false,
  ...more
}: FormCheck): Promise<BotCheck> {
  const token = submission.payload.turnstileToken;
  // A site without a widget issues no tokens, so any token is made up.
  if (env.botCheck.siteKey !== "" && typeof token === "string" && TOKEN.test(token)) {
    const challenge = more.requiresChallengeWithToken ? await requireChallenge(submission, form) : undefined;
    if (challenge) return reject(form, { challenge });
    if (!isVerifiedHere(form)) return pass({ path: "widget", token, isVerified: false });
    const verdict = await verifyToken(token, form);
    if (verdict === "accepted") return pass({ path: "widget", token, isVerified: true });
    if (verdict === "refused") return reject(form, TOKEN_REFUSED);
  }
  return checkWithoutToken({ form, submission, requiresChallenge });
}

/** Returns a stamp for a form that is rendered now. */
export function stampFor(form: BotCheckedForm): string {
  return makeStamp(form);
}

/** Returns the settings of the widget; the site key is "" without a widget. */
export function widgetSettings(): { script: string; siteKey: string } {
  const { script, siteKey } = env.botCheck;
  return { script, siteKey };
}

async function checkWithoutToken(check: Omit<FormCheck, "requiresChallengeWithToken">): Promise<BotCheck> {
  const { form, submission, requiresChallenge } = check;
  const age = ageOfStamp(form, submission.payload.stamp);
  if (age === undefined) return reject(form, NO_PROOF);
  const isTooYoung = env.keepsSandboxRules && age < MIN_AGE_MS[form];
  if (isTooYoung || age > MAX_AGE_MS) {
    return reject(form, { message: "Please press the button again" });
  }
  const challenge = await checkFormProofs(submission, form, requiresChallenge);
  return challenge ? reject(form, { challenge }) : pass({ path: "no-javascript" });
}

function withToast(message: string) {
  return { message, toast: { title: message } };
}

/** Returns whether this site verifies the form's tokens, because no worker does or because a setting says so. */
function isVerifiedHere(form: BotCheckedForm): boolean {
  const worker = { newsletter: env.newsletter, "school-interest": env.strideMail, "sign-in": null, "sign-up": null };
  return worker[form] === null || env.botCheck.forms.includes(form);
}

function pass(passedBy: BotCheckPass): BotCheck {
  return { ok: true, passedBy };
}

/** Returns the rejection with a stamp that is valid at once: the reader of the message has waited long enough. */
function reject(form: BotCheckedForm, about: Omit<Rejection, "stamp">): BotCheck {
  return { ok: false, rejection: { ...about, stamp: makeStamp(form, MIN_AGE_MS[form]) } };
}
