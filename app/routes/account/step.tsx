import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { stepSchema } from "#app/accounts/schema.server.ts";
import { supabaseFor } from "#app/accounts/session.server.ts";
import { passStep } from "#app/accounts/step.server.ts";
import {
  codeOriginOf,
  endWaiting,
  enterWithStep,
  findSteppableSession,
  findWaitingSession,
  openWaitingSession,
} from "#app/accounts/step-cookie.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { sealDraft } from "#app/platform/http/draft.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { success } from "#app/platform/result.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { goOn } from "./sign-in-action.ts";
import { STEP_FORM, StepForm } from "./ui/step-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({
  title: "Second step",
  description: "The code of your authenticator app.",
  isHidden: true,
});

/** Returns the data of the form. A browser without a session that waits for its step is redirected to sign in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (!(await findSession(request, context))) throw redirect(`/login${search}`);
  return data({ goal: ownPath(searchParams.get("redirectTo")) }, { headers: PRIVATE_CACHE });
}

/**
 * Checks the code; only a correct code signs the browser in. If the URL has `?by`, receives instead a form whose session has
 * not passed the step (`requireUser` sends it here with 307), and keeps it, encrypted, in the form for the code. Source:
 * docs/product/accounts.md, "Second step".
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  if (searchParams.has("by")) {
    const path = ownPath(searchParams.get("redirectTo"));
    return { draft: path && sealDraft(searchParams.get("by"), path, await request.formData()) };
  }
  const submission = await readForm(request, stepSchema);
  const posted = { context, form: STEP_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const session = await findSession(request, context);
  if (!session) return rejectForm({ ...posted, message: TOO_LATE });
  const isWaiting = "tokens" in session;
  const opened = isWaiting ? await openWaitingSession(request, context, session) : success(null);
  if (!opened.ok && opened.reason === "session-over") await endWaiting(context);
  if (!opened.ok) return rejectForm({ ...posted, message: opened.message, status: opened.status });
  const { code } = submission.value;
  // A code works once. For a minute the same form, sent again after a lost response, gets the same result.
  const body = { session: session.sessionId, code };
  const submitted = { form: STEP_FORM, owner: session.userId, body, resultSchema: z.null(), replayMs: 60_000 };
  const origin = await codeOriginOf(request, context, session);
  const passed = await runOnce(submitted, () => passStep(session, code, origin));
  if (!passed.ok) {
    const { message, status, retryAfterSeconds } = passed;
    return status === 400
      ? rejectForm({ ...posted, fieldErrors: { code: [message] } })
      : rejectForm({ ...posted, message, status: statusOf(passed), retryAfterSeconds });
  }
  if (isWaiting) await enterWithStep(request, context, session);
  return goOn(request, {
    draft: submission.payload.draft,
    supabase: supabaseFor(request, context),
    keepsCookies: true,
  });
}

/**
 * Returns the session whose step is to be passed: a session whose password was right, or a signed-in session whose second step
 * is on and is to be passed again.
 */
async function findSession(request: Request, context: AppLoadContext) {
  return (await findWaitingSession(request, context)) ?? findSteppableSession(request, context);
}

const TOO_LATE = "Ten minutes have passed since you typed your password. Please sign in again.";

export default function StepPage() {
  const { goal } = useLoaderData<typeof loader>();
  const sent = useActionData<{ draft?: string }>();
  // Kept in state, because Remix drops action data when the fragment changes.
  const [draft] = useState(sent?.draft);
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Second step</h1>
        <p className="lead">Now type the code that your app shows.</p>
        <StepForm goal={goal} draft={draft} />
      </div>
    </div>
  );
}
