import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { renderSVG } from "uqr";
import { z } from "zod";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { endSession } from "#app/accounts/accounts.api.server.ts";
import { requireUser } from "#app/accounts/auth.server.ts";
import { matchPassword } from "#app/accounts/own-password.server.ts";
import { printedCodesOnce } from "#app/accounts/printed-codes.server.ts";
import { stepGuardSchema } from "#app/accounts/schema.server.ts";
import {
  confirmStep,
  renewCodes,
  type StepSession,
  secondStepOf,
  startSecondStep,
  stepUriOf,
  switchStepOff,
} from "#app/accounts/step.server.ts";
import { codeOriginOf, currentSessionId } from "#app/accounts/step-cookie.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { ChangeStepForm, ConfirmStepForm, RecoveryCodes, StartStepForm } from "./ui/own-step-forms.tsx";

export const handle = { hydrate: "never" };

/** No cache keeps the page, because it may show a secret. */
export const headers = unstoredPage;

export const meta = staticMeta({ title: "Second step", description: "A code at each sign-in.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireUser(request, context);
  const found = await secondStepOf(account.id);
  if (!found.ok) throw outage(context);
  const step = found.value;
  if (step.kind === "on") return { ...step, since: dateOf(dayNumber(new Date(step.since))).words };
  if (step.kind === "off") return step;
  // The quiet zone of four modules is part of a QR code (ISO/IEC 18004).
  const uri = stepUriOf(step.secret, account.email);
  return { ...step, secret: step.secret.replace(/.{4}(?=.)/g, "$& "), uri, image: renderSVG(uri, { border: 4 }) };
}

/**
 * Begins, confirms, renews or ends the customer's second step. Beginning needs nothing; the others need the password and a
 * code.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const typed = await request.formData();
  const form = String(typed.get("form"));
  if (form === "step-start") {
    const begun = await startSecondStep(account.id);
    if (begun.ok) return redirectWithFlash("/profile/step", { about: form, title: "Now add it to your app" });
    return rejectForm({ context, form, submission: parseFields(typed, z.object({})), ...formErrorsOf(begun, {}) });
  }
  const submission = parseFields(typed, stepGuardSchema);
  const posted = { context, form, submission, hideFields: ["password", "code"] };
  if (submission.status !== "success") return rejectForm(posted);

  const { code, password } = submission.value;
  const wrong = await passwordProblem(account, password, context?.address);
  if (wrong) return rejectForm({ ...posted, ...wrong });
  const session = { userId: account.id, sessionId: currentSessionId(request) };
  const origin = await codeOriginOf(request, context, session);
  const done: Result<string[] | null> =
    form === "step-confirm"
      ? await printedCodesOnce(form, session, code, () => switchStepOn(session, code, supabase))
      : form === "step-renew"
        ? await printedCodesOnce(form, session, code, () => renewCodes(session, code, origin))
        : await switchStepOff(session, code, origin);
  if (!done.ok) {
    const { message, status, retryAfterSeconds } = done;
    return status === 400
      ? rejectForm({ ...posted, fieldErrors: { code: [message] } })
      : rejectForm({ ...posted, message, status: statusOf(done), retryAfterSeconds });
  }
  if (done.value) return data({ codes: done.value });
  return redirectWithFlash("/profile/step", { about: form, title: "Your second step is off" });
}

async function switchStepOn(session: StepSession, code: string, supabase: Supabase): Promise<Result<string[]>> {
  const confirmed = await confirmStep(session, code);
  if (!confirmed.ok) return confirmed;
  const ended = await endSession(supabase, "others");
  // Other sessions that did not end are redirected to the second step all the same.
  if (!ended.ok) log.error({ reason: ended.message }, "other sessions not ended");
  return confirmed;
}

async function passwordProblem(account: Account, current: string, address: string | undefined) {
  const found = await matchPassword(account, { current }, address);
  if (found.kind === "current") return undefined;
  if (found.kind === "wait") {
    return { message: "Wrong password too many times. Please wait.", status: 429, retryAfterSeconds: found.seconds };
  }
  if (found.kind === "lost") return formErrorsOf(found.why, {});
  return { fieldErrors: { password: ["This is not your password"] } };
}

export default function OwnStepPage() {
  const step = useLoaderData<typeof loader>();
  const sent = useActionData<{ codes?: string[] }>();
  if (sent?.codes)
    return (
      <Page>
        <RecoveryCodes codes={sent.codes} />
      </Page>
    );
  if (step.kind === "off") {
    return (
      <Page>
        <p className="lead">
          <Words>
            With it, nobody gets into your account here by your password alone. Each sign-in also needs a code from your
            phone.
          </Words>
        </p>
        <p>
          You need an app such as Google Authenticator, Microsoft Authenticator or Aegis. It works without a network.
        </p>
        <StartStepForm />
      </Page>
    );
  }
  if (step.kind === "begun") {
    return (
      <Page>
        <ol className="ruled">
          <li>
            <b>1. </b>Install an authenticator app on your phone, if you have none.
          </li>
          <li className="flow">
            <p>
              <b>2. </b>On this phone, open the app here. On another one, scan the picture or type the key.
            </p>
            <p>
              <a href={step.uri}>Open your authenticator app</a>
            </p>
            <div
              className="w-52 max-w-full"
              role="img"
              aria-label="QR code of your key"
              dangerouslySetInnerHTML={{ __html: step.image }}
            />
            <p className="font-mono text-lg wrap-anywhere" translate="no">
              {step.secret}
            </p>
          </li>
          <li>
            <b>3. </b>Type your password and the six digits that the app shows.
          </li>
        </ol>
        <ConfirmStepForm />
      </Page>
    );
  }
  return (
    <Page>
      <Banner kind="ok" title={`On since ${step.since}`}>
        <p>{step.codesLeft === 1 ? "One printed code is" : `${step.codesLeft} printed codes are`} left.</p>
      </Banner>
      <ChangeStepForm id="step-renew" title="New printed codes" label="Make new codes" />
      <ChangeStepForm id="step-off" title="Switch it off" label="Switch it off" />
    </Page>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem]">
        <h1>Second step</h1>
        {children}
      </div>
    </div>
  );
}
