import type { ActionFunctionArgs } from "@remix-run/node";
import { formPage } from "#app/platform/http/cache-headers.server.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { linkAction } from "./link-action.ts";
import { EmailForm } from "./ui/email-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({ title: "Forgot your password?", description: "Get a link to choose a new password." });

export function action(args: ActionFunctionArgs) {
  return linkAction(args, "forgot");
}

export default function ForgotPage() {
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Forgot your password?</h1>
        <EmailForm id="forgot" action="/login/forgot" submit="Send the link">
          Type the e-mail address of your account. We will send you a link to choose a new password.
        </EmailForm>
        <p>
          <Link to="/login" className="inline-flex min-h-touch items-center">
            Back to Sign In
          </Link>
        </p>
      </div>
    </div>
  );
}
