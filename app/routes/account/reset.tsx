import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { signIn } from "#app/gateways/accounts.server.ts";
import { type PasswordResetResult, resetPassword } from "#app/gateways/mailed-links.server.ts";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { findUser } from "#app/http/auth.server.ts";
import { formPage, PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { endPasswordReset, findPasswordReset, startPasswordReset } from "#app/http/password-reset.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { chosenSchema } from "#app/model/account-forms.ts";
import { success } from "#app/model/result.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { findPassword } from "#app/use-cases/account/own-password.server.ts";
import { runOnce } from "#app/use-cases/idempotency.server.ts";
import { NEW_PASSWORD_FORM, NewPasswordForm } from "./ui/new-password-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = (args) => formPage(args);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Choose a new password", description: "A new password.", isHidden: true });

/** Whoever came by the link of the mail may choose; anybody else is told how to get one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const choice = await findPasswordReset(request, context);
  return data({ email: choice?.email, isNew: choice?.isNew === true }, { headers: PERSONAL_PAGE });
}

/** Sets the password, ends every session of the account, and signs this browser in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, chosenSchema);
  const refused = { context, form: NEW_PASSWORD_FORM, submission, hideFields: ["password"] };
  if (submission.status !== "success") return refuse(refused);
  const choice = await findPasswordReset(request);
  const { password } = submission.value;
  if (choice === undefined) {
    // Back, and the same once more: it is used up, and done.
    const account = await findUser(request, context);
    const found = account && (await findPassword(account, { wanted: password }, context?.address));
    if (found?.kind === "lost") return refuse({ ...refused, ...formErrorsOf(found.why, {}) });
    return found?.kind === "wanted" ? done("/", NOTHING_NEW) : refuse({ ...refused, message: NO_LONGER });
  }
  const { email, refreshToken, isNew } = choice;
  let chosen: PasswordResetResult | undefined;
  const sending = { form: NEW_PASSWORD_FORM, owner: "anonymous", body: { refreshToken }, value: z.null() };
  const sent = await runOnce(sending, async () => {
    chosen = await resetPassword(choice, submission.value, context?.address);
    return chosen.kind === "refused" ? chosen.why : success(null);
  });
  if (!sent.ok) {
    if (chosen?.kind === "refused" && chosen.again) await startPasswordReset(context, chosen.again, isNew);
    return refuse({ ...refused, ...formErrorsOf(sent, { password: "password" }) });
  }
  const entered = await signIn(supabaseFor(request, context), { email, password });
  if (chosen?.kind !== "chosen" && !entered.ok) {
    // Used up already: with another password than this one, or nobody says with which.
    const isOther = entered.reason === "wrong-credentials";
    return refuse({ ...refused, ...(isOther ? { message: NO_LONGER } : formErrorsOf(entered, {})) });
  }
  await endPasswordReset(context);
  const areOthersOut = chosen?.kind === "chosen" && chosen.areOthersOut;
  return done(entered.ok ? "/" : "/login", { isNew, areOthersOut });
}

/** What a form did that came twice. */
const NOTHING_NEW = { isNew: false, areOthersOut: false };

function done(goal: "/" | "/login", { isNew, areOthersOut }: typeof NOTHING_NEW) {
  const next = goal === "/" ? "You are signed in." : "Please sign in with it.";
  return redirectWithFlash(goal, {
    about: NEW_PASSWORD_FORM,
    title: isNew ? "Your address is confirmed" : "Your password is changed",
    text: areOthersOut && !isNew ? `${next} Other devices are signed out.` : next,
  });
}

const NO_LONGER = "This link no longer works. Please ask for a new one.";

export default function ResetPage() {
  const { email, isNew } = useLoaderData<typeof loader>();
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>{isNew ? "Choose your password" : "Choose a new password"}</h1>
        {email === undefined ? (
          <>
            <p className="lead">The link in our mail brings you here. It works once, for one hour.</p>
            <ButtonLink to="/login/forgot">Send a new link</ButtonLink>
          </>
        ) : (
          <>
            {isNew && (
              <p className="lead">
                Your address is confirmed. The account was created elsewhere, so a password and a name from there no
                longer count. Please choose your own.
              </p>
            )}
            <NewPasswordForm email={email} isNew={isNew} />
          </>
        )}
      </div>
    </div>
  );
}
