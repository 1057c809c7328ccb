import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { findAccount, signIn } from "#app/gateways/accounts.server.ts";
import type { Supabase } from "#app/gateways/supabase/client.server.ts";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { startConstantTime } from "#app/http/constant-time.server.ts";
import { deviceFor, rememberDevice } from "#app/http/device.server.ts";
import { type Draft, openDraft } from "#app/http/draft.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { ownPath } from "#app/http/own-path.server.ts";
import { forgetLeftOvers, supabaseFor } from "#app/http/session.server.ts";
import { signInSchema } from "#app/model/account-forms.ts";
import { waitInWords } from "#app/model/wait-words.ts";
import {
  mayTry,
  mustAnswerToSignIn,
  noteFailure,
  noteNothing,
  noteSuccess,
  waitOf,
} from "#app/use-cases/account/sign-in-limits.server.ts";
import { runBotCheck } from "#app/use-cases/bot-protection/bot-check.server.ts";
import type { BackAgainReply } from "./ui/back-again.tsx";
import { SIGN_IN_FORM } from "./ui/sign-in-form.tsx";

export const LOGGED_IN = { about: SIGN_IN_FORM, title: "Logged in successfully!" };

/** Signs somebody in and sends them on to where they wanted to go (docs/product.md, "Accounts"). */
export async function signInAction({ request, context }: ActionFunctionArgs) {
  const evenTime = startConstantTime("password");
  const submission = await readForm(request, signInSchema);
  const refused = {
    context,
    form: SIGN_IN_FORM,
    submission,
    hideFields: ["password", "turnstileToken"],
  };
  if (submission.status !== "success") return refuse(refused);

  const { email, password } = submission.value;
  const attempt = { email, address: context?.address, device: await deviceFor(request, email) };
  // Before the question, which would be spent in vain, and once more where the try is counted.
  const early = await waitOf(attempt);
  if (early) return refuse({ ...refused, ...tooManyTries(early) });
  const mustAnswer = await mustAnswerToSignIn(attempt);
  const human = await runBotCheck({ form: SIGN_IN_FORM, submission, mustAnswer });
  if (!human.ok) return refuse({ ...refused, ...human.reply });
  const allowed = await mayTry(attempt);
  if (!allowed.ok) return refuse({ ...refused, ...tooManyTries(allowed) });

  const supabase = supabaseFor(request, context);
  const done = await signIn(supabase, { email, password });
  if (!done.ok) {
    if (done.reason === "wrong-credentials") await noteFailure(attempt);
    else await noteNothing(attempt);
    await evenTime();
    return refuse({ ...refused, ...formErrorsOf(done, { email: "email" }) });
  }
  forgetLeftOvers(request, context);
  await Promise.all([noteSuccess(attempt), rememberDevice(context, email)]);
  const draft = await openOwnDraft(submission.payload.draft, supabase);
  if (draft) return data<BackAgainReply>({ backAgain: draft });
  return sendOn(request, submission.payload.cookies === "on");
}

/** What somebody had typed when their session ended, if it was they who have signed in now. */
async function openOwnDraft(sealed: unknown, supabase: Supabase): Promise<Draft | undefined> {
  if (sealed === undefined) return undefined;
  const visitor = await findAccount(supabase);
  return visitor.kind === "known" ? openDraft(sealed, visitor.account.id) : undefined;
}

/**
 * A browser that brought no cookie may keep none: it is sent to a page that can tell, because the one it wanted to see
 * would only send it back here.
 */
function sendOn(request: Request, keepsCookies: boolean): Response | Promise<Response> {
  const { searchParams } = new URL(request.url);
  const goal = ownPath(searchParams.get("redirectTo")) ?? "/";
  if (keepsCookies || request.headers.has("Cookie")) return redirectWithFlash(goal, LOGGED_IN);
  return redirect(`/login?${new URLSearchParams({ arrived: goal })}`, 303);
}

function tooManyTries({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  const message = `There were too many attempts to sign in. Please wait ${waitInWords(retryAfterSeconds)}, then try again.`;
  return { message, status: 429, retryAfterSeconds };
}
