import { Form } from "@remix-run/react";
import { Button } from "#app/ui/marks/button.tsx";

/** The way out of every device at once, and what it does, in words. */
export function SignOutEverywhere() {
  return (
    <Form method="post" action="/logout" className="flow">
      <p className="quiet">
        Lost a phone, or used somebody else’s computer? This ends your session on every device, this one too. Then sign
        in again with your password.
      </p>
      <Button kind="alt" name="everywhere" value="1">
        Sign out everywhere
      </Button>
    </Form>
  );
}
