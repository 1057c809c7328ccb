import type { ActionFunctionArgs, HeadersFunction, MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { sendRecovery } from "#app/gateways/accounts.server.ts";
import { formPage } from "#app/http/cache-headers.server.ts";
import { sendMailTo } from "#app/http/mail-request.server.ts";
import { EmailForm } from "#app/ui/email-form.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = (args) => formPage(args);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Forgot your password?", description: "Have a link sent to choose a new password." });

const FORM = "forgot";

export function action(args: ActionFunctionArgs) {
  return sendMailTo(args, { form: FORM, path: "/login/forgot", send: sendRecovery });
}

export default function ForgotPage() {
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Forgot your password?</h1>
        <p className="lead">Type the address of your account. We send you a link to choose a new password.</p>
        <EmailForm id={FORM} action="/login/forgot" submit="Send the link" />
        <p>
          <Link to="/login">Back to Sign In</Link>
        </p>
      </div>
    </div>
  );
}
