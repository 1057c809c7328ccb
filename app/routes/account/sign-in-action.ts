import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { findAccount } from "#app/accounts/accounts.api.server.ts";
import { deviceFor } from "#app/accounts/device.server.ts";
import { signInSchema } from "#app/accounts/schema.server.ts";
import { forgetLeftOvers, supabaseFor } from "#app/accounts/session.server.ts";
import {
  admitAttempt,
  discardAttempt,
  recordFailure,
  recordSuccess,
  requiredWait,
  requiresSignInChallenge,
} from "#app/accounts/sign-in-limits.server.ts";
import { DESK, isDeskPath, isStaff } from "#app/accounts/staff.server.ts";
import { enterWithPassword } from "#app/accounts/step-cookie.server.ts";
import { runBotCheck } from "#app/platform/abuse/bot-check.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { startConstantTime } from "#app/platform/http/constant-time.server.ts";
import { type Draft, openDraft } from "#app/platform/http/draft.server.ts";
import { redirectDocumentWithFlash, redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import type { DraftReply } from "./ui/restore-draft.tsx";
import { SIGN_IN_FORM, type StepReply } from "./ui/sign-in-form.tsx";

export const LOGGED_IN = { about: SIGN_IN_FORM, title: "Logged in successfully!" };

/** Signs a customer in and redirects to the page they wanted. Source: docs/product/accounts.md, "Accounts". */
export async function signInAction({ request, context }: ActionFunctionArgs) {
  const endConstantTime = startConstantTime("password");
  const submission = await readForm(request, signInSchema);
  const posted = {
    context,
    form: SIGN_IN_FORM,
    submission,
    hideFields: ["password", "turnstileToken"],
  };
  if (submission.status !== "success") return rejectForm(posted);

  const { email, password } = submission.value;
  const attempt = { email, address: context?.address, device: await deviceFor(request, email) };
  // Checked here, before the bot check uses the challenge up, and again below, where the attempt is counted.
  const early = await requiredWait(attempt);
  if (early) return rejectForm({ ...posted, ...tooManyAttempts(early) });
  const requiresChallenge = await requiresSignInChallenge(attempt);
  const botCheck = await runBotCheck({ form: SIGN_IN_FORM, submission, requiresChallenge });
  if (!botCheck.ok) return rejectForm({ ...posted, ...botCheck.rejection });
  const allowed = await admitAttempt(attempt);
  if (!allowed.ok) return rejectForm({ ...posted, ...tooManyAttempts(allowed) });

  const signedIn = await enterWithPassword(request, context, { email, password });
  if (!signedIn.ok) {
    if (signedIn.reason === "wrong-credentials") await recordFailure(attempt);
    else await discardAttempt(attempt);
    await endConstantTime();
    return rejectForm({ ...posted, ...formErrorsOf(signedIn, { email: "email" }) });
  }
  forgetLeftOvers(request, context);
  await recordSuccess(attempt);
  const { draft, cookies } = submission.payload;
  const keepsCookies = cookies === "on" || request.headers.has("Cookie");
  if (signedIn.value === "in") return goOn(request, { draft, supabase: supabaseFor(request, context), keepsCookies });
  // A kept form is too long for the URL of a redirect, so the same page asks for the code.
  if (typeof draft === "string") return data<StepReply>({ needsStep: true, draft });
  return redirect(`/login/step${new URL(request.url).search}`, 303);
}

type Arrival = { keepsCookies: boolean; email: string | undefined };
type Next = { draft: unknown; supabase: Supabase; keepsCookies: boolean };

/**
 * Returns where a customer goes who has just signed in: back to the form that was sent after the session had ended, or to the
 * wanted page.
 */
export async function goOn(request: Request, { draft, supabase, keepsCookies }: Next) {
  const kept = await openOwnDraft(draft, supabase);
  if (kept) return data<DraftReply>({ backAgain: kept });
  const email = (await supabase.auth.getSession()).data.session?.user.email;
  return redirectToGoal(request, { keepsCookies, email });
}

/** Opens the draft of the form that was sent after the session ended, if the same customer has signed in. */
async function openOwnDraft(sealed: unknown, supabase: Supabase): Promise<Draft | undefined> {
  if (sealed === undefined) return undefined;
  const visitor = await findAccount(supabase);
  return visitor.kind === "known" ? openDraft(sealed, visitor.account.id) : undefined;
}

/**
 * Redirects to the page the customer wanted. A browser that sent no cookie may accept none. It first goes to /login?arrived,
 * which finds that out; the wanted page would only redirect back here.
 */
function redirectToGoal(request: Request, { keepsCookies, email }: Arrival): Response | Promise<Response> {
  const { searchParams } = new URL(request.url);
  const goal = ownPath(searchParams.get("redirectTo")) ?? (isStaff(email) ? DESK : "/");
  // The browser's scripts do not contain the desk, so it needs a full page load.
  if (keepsCookies) return (isDeskPath(goal) ? redirectDocumentWithFlash : redirectWithFlash)(goal, LOGGED_IN);
  return redirect(`/login?${new URLSearchParams({ arrived: goal })}`, 303);
}

function tooManyAttempts({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  const message = `There were too many attempts to sign in. Please wait ${waitInWords(retryAfterSeconds)}, then try again.`;
  return { message, status: 429, retryAfterSeconds };
}
