import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { endSession, updateAccount } from "#app/gateways/accounts.server.ts";
import { formPage, PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { endRecovery, mayRecover } from "#app/http/recovery.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { findCustomer } from "#app/http/visitor.server.ts";
import { log } from "#app/log.server.ts";
import { newPasswordSchema } from "#app/model/account-forms.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { NEW_PASSWORD_FORM, NewPasswordForm } from "#app/ui/new-password-form.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = (args) => formPage(args);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Choose a new password", description: "A new password.", isHidden: true });

/** Whoever came by the link of the mail is signed in by it; anybody else is told how to get one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const account = await findRecovering(request, context);
  return data({ email: account?.email }, { headers: PERSONAL_PAGE });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, newPasswordSchema);
  const refused = { context, form: NEW_PASSWORD_FORM, submission, hideFields: ["password"] };
  if (submission.status !== "success") return refuse(refused);
  if ((await findRecovering(request, context)) === undefined) {
    return refuse({ ...refused, message: "This link no longer works. Please have a new one sent." });
  }
  const supabase = await supabaseFor(request, context);
  const saved = await updateAccount(supabase, submission.value);
  if (!saved.ok) return refuse({ ...refused, message: saved.message, status: saved.isUnknown ? 502 : 400 });
  const ended = await endSession(supabase, "others");
  if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  await endRecovery(context);
  return redirectWithNotice("/", {
    about: NEW_PASSWORD_FORM,
    title: "Your password is changed",
    text: "Other devices are signed out.",
  });
}

export default function ResetPage() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Choose a new password</h1>
        {email === undefined ? (
          <>
            <p className="lead">The link from our mail brings you here, once and for one hour.</p>
            <ButtonLink to="/login/forgot">Send a new link</ButtonLink>
          </>
        ) : (
          <NewPasswordForm email={email} />
        )}
      </div>
    </div>
  );
}

/** Who came by the link of the mail; undefined for everybody else, signed in or not. */
async function findRecovering(request: Request, context: LoaderFunctionArgs["context"]) {
  const account = await findCustomer(request, context);
  return account && (await mayRecover(request, account)) ? account : undefined;
}
