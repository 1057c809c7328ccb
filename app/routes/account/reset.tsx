import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { findUser } from "#app/accounts/auth.server.ts";
import { type PasswordResetResult, resetPassword } from "#app/accounts/mail-tokens.table.server.ts";
import { matchPassword } from "#app/accounts/own-password.server.ts";
import { endPasswordReset, findPasswordReset, startPasswordReset } from "#app/accounts/password-reset.server.ts";
import { chosenSchema } from "#app/accounts/schema.server.ts";
import { enterWithPassword } from "#app/accounts/step-cookie.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { OUTAGE } from "#app/platform/http/form-result.ts";
import { type Failure, success } from "#app/platform/result.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { buysOf } from "./bought.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({ title: "Choose a new password", description: "A new password.", isHidden: true });

/** Returns the data of the form if the visitor came by a mailed link. Other visitors read how to get a link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const choice = await findPasswordReset(request, context);
  const { email, isNew = false, goal } = choice ?? {};
  return data({ email, isNew, buys: buysOf(goal)?.names }, { headers: PRIVATE_CACHE });
}

/** Sets the password, ends every session of the account, and signs this browser in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, chosenSchema);
  const posted = { context, form: NEW_PASSWORD_FORM, submission, hideFields: ["password"] };
  if (submission.status !== "success") return rejectForm(posted);
  const choice = await findPasswordReset(request);
  const { password } = submission.value;
  if (choice === undefined) {
    // The link is used up. If the form had succeeded and was sent again, the password is set already.
    const account = await findUser(request, context);
    const found = account && (await matchPassword(account, { wanted: password }, context?.address));
    if (found?.kind === "lost") return rejectForm({ ...posted, ...errorsOf(found.why) });
    return found?.kind === "wanted" ? done("/", NOTHING_NEW) : rejectForm({ ...posted, message: NO_LONGER });
  }
  const { email, refreshToken, isNew, goal: wanted = "/" } = choice;
  let chosen: PasswordResetResult | undefined;
  const identity = { form: NEW_PASSWORD_FORM, owner: "anonymous", body: { refreshToken }, resultSchema: z.null() };
  const sent = await runOnce(identity, async () => {
    chosen = await resetPassword(choice, submission.value, context?.address);
    return chosen.kind === "refused" ? chosen.why : success(null);
  });
  if (!sent.ok) {
    if (chosen?.kind === "refused" && chosen.again) {
      await startPasswordReset(context, { ...chosen.again, goal: choice.goal }, isNew);
    }
    return rejectForm({ ...posted, ...errorsOf(sent) });
  }
  const entered = await enterWithPassword(request, context, { email, password });
  if (chosen?.kind !== "chosen" && !entered.ok) {
    // The link was used before, and the account has another password than this one.
    const isOther = entered.reason === "wrong-credentials";
    return rejectForm({ ...posted, ...(isOther ? { message: NO_LONGER } : errorsOf(entered)) });
  }
  await endPasswordReset(context);
  const areOthersOut = chosen?.kind === "chosen" && chosen.areOthersOut;
  const goal = !entered.ok ? "/login" : entered.value === "step" ? "/login/step" : "/";
  return done(goal, { isNew, areOthersOut }, goal === "/" ? wanted : goal);
}

/** Returns a failure as form errors. When the service was down, the words say what is known about the password. */
function errorsOf(why: Failure) {
  const errors = formErrorsOf(why, { password: "password" });
  if (!("status" in errors) || errors.status !== OUTAGE) return errors;
  return why.isUnknown ? { ...errors, ...LOST } : { ...errors, ...NOT_SAVED };
}

const AGAIN = "Type it again and press Save the password: nothing is done twice.";
const LOST = { title: "We could not confirm it", message: `Your password may have been changed anyway. ${AGAIN}` };
const NOT_SAVED = { title: "We could not save it just now", message: `Your password is not changed yet. ${AGAIN}` };

const NOTHING_NEW = { isNew: false, areOthersOut: false };

/** Redirects to a page (`to`), with what to do there. */
function done(goal: keyof typeof NEXT, { isNew, areOthersOut }: typeof NOTHING_NEW, to: string = goal) {
  const next = NEXT[goal];
  return redirectWithFlash(to, {
    about: NEW_PASSWORD_FORM,
    title: isNew ? "Your address is confirmed" : "Your password is changed",
    text: areOthersOut && !isNew ? `${next} Other devices are signed out.` : next,
  });
}

const NEXT = {
  "/": "You are signed in.",
  "/login": "Please sign in with it.",
  "/login/step": "Please type the code of your app.",
};

const NO_LONGER = "This link no longer works. Please ask for a new one.";

export default function ResetPage() {
  const { email, isNew, buys } = useLoaderData<typeof loader>();
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>{isNew ? "Choose your password" : "Choose a new password"}</h1>
        {email === undefined ? (
          <>
            <p className="lead">Please open the link in our e-mail. It works once, for one hour.</p>
            <ButtonLink to="/login/forgot">Send a new link</ButtonLink>
          </>
        ) : (
          <>
            {isNew && (
              <p className="lead">
                Your address is confirmed. Please choose a password here. If you typed one on another phone or computer,
                it does not count.
                {buys !== undefined && ` Then you go on with your order of ${buys}.`}
              </p>
            )}
            <NewPasswordForm email={email} isNew={isNew} />
          </>
        )}
      </div>
    </div>
  );
}

const NEW_PASSWORD_FORM = "new-password";

/** Asks for a new password and asks a new customer for an optional name. The hidden e-mail is for password managers. */
function NewPasswordForm({ email, isNew }: { email: string; isNew: boolean }) {
  const page = usePageForm({ id: NEW_PASSWORD_FORM, formKey: "first", defaultValue: { name: "", password: "" } });
  const { name, password } = page.fields;
  return (
    <page.Form {...page.formProps} action="/login/reset" className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(name), label: "Full name" },
          { ...problemOf(password), label: isNew ? "Password" : "New password" },
        ]}
      />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {isNew && <Field {...inputProps(name)} label="Full name" isOptional autoComplete="name" />}
      <PasswordField
        {...inputProps(password, "password")}
        required
        label={isNew ? "Password" : "New password"}
        hint="Password must be at least 8 characters"
        autoComplete="new-password"
      />
      <Button isPending={page.isPending} pendingLabel="Saving...">
        Save the password
      </Button>
    </page.Form>
  );
}
