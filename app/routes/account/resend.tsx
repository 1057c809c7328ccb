import type { ActionFunctionArgs } from "@remix-run/node";
import { formPage } from "#app/platform/http/cache-headers.server.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { linkAction } from "./link-action.ts";
import { EmailForm } from "./ui/email-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({
  title: "Confirm your address",
  description: "Get the mail that confirms your address again.",
});

export function action(args: ActionFunctionArgs) {
  return linkAction(args, "resend");
}

export default function ResendPage() {
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Confirm your address</h1>
        <EmailForm id="resend" action="/login/resend" submit="Send it again">
          No mail from us? Look in the spam folder first. Or type your address, and we send the link again.
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
