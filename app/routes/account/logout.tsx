import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { endSession } from "#app/accounts/accounts.api.server.ts";
import { identifyUser } from "#app/accounts/auth.server.ts";
import { recordSignOut } from "#app/accounts/changes.table.server.ts";
import { forgetSession, ownClaims, supabaseFor } from "#app/accounts/session.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { log } from "#app/platform/log.server.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = () => PRIVATE_CACHE;

export const meta = staticMeta({ title: "Sign out", description: "Sign out on this device.", isHidden: true });

/**
 * Ends the session on this device, or on every device. The cookies are deleted even if the auth service fails; the flash
 * message then says that the other devices may still be signed in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const isEverywhere = (await request.formData()).has("everywhere");
  if (!(await ownClaims(request))) {
    forgetSession(request, context);
    return redirect("/", 303);
  }
  // Find the owner first: only the auth service knows whose session it is, and only until the session ends.
  const visitor = isEverywhere ? await identifyUser(request, context) : undefined;
  if (visitor?.kind === "unstepped") return redirect("/login/step?redirectTo=/profile", 303);
  const ended = await endSession(supabaseFor(request, context), isEverywhere ? "global" : "local");
  if (!ended.ok) log.warn({ reason: ended.code ?? ended.message }, "sign-out failed");
  forgetSession(request, context);
  if (!isEverywhere) return redirect("/", 303);
  if (ended.ok && visitor?.kind === "known") await recordSignOut(visitor.account);
  return redirectWithFlash("/", { about: "sign-out", ...(ended.ok ? SIGNED_OUT : UNCONFIRMED) });
}

const SIGNED_OUT = { title: "You are signed out everywhere", text: "You must sign in again on each device." };
const UNCONFIRMED = {
  title: "You are signed out here",
  text: "We could not confirm it for your other devices. Sign in and try again, or change your password.",
  isUnsure: true,
};

/** Signing out takes a POST, so that no link or prefetch signs anybody out. */
export default function LogoutPage() {
  return (
    <section className="page section flow">
      <h1>Sign out</h1>
      <p className="lead">This signs you out on this device. Other devices stay signed in.</p>
      <Form method="post" action="/logout">
        <CsrfToken />
        <p className="actions">
          <Button>Sign out</Button>
          <ButtonLink kind="alt" to="/dashboard">
            Stay signed in
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}
