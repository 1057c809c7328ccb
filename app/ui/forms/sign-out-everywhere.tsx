import { Form, useNavigation } from "@remix-run/react";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button } from "#app/ui/primitives/button.tsx";

/** The button that ends all sessions of the user, with an explanation. */
export function SignOutEverywhere() {
  const { formAction, formData } = useNavigation();
  const isPending = /^\/logout\b/.test(formAction ?? "") && formData?.has("everywhere") === true;
  return (
    <Form method="post" action="/logout" className="form">
      <CsrfToken />
      <p>
        Lost a phone, or used somebody else’s computer? This ends your session on every device, this one too. Then sign
        in again with your password.
      </p>
      <Button kind="alt" name="everywhere" value="1" isPending={isPending} pendingLabel="Signing out...">
        Sign out everywhere
      </Button>
    </Form>
  );
}
