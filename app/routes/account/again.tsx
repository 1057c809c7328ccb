import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { stampFor, widgetSettings } from "#app/platform/abuse/bot-check.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { sealDraft } from "#app/platform/http/draft.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { signInAction } from "./sign-in-action.ts";
import { SIGN_IN_FORM, SignInForm } from "./ui/sign-in-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers = formPage;

export const meta = staticMeta({
  title: "Please sign in again",
  description: "Your session has ended.",
  isHidden: true,
});

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const goal = ownPath(searchParams.get("redirectTo"));
  const isTooLong = searchParams.has("lost");
  return data({ goal, isTooLong, stamp: stampFor(SIGN_IN_FORM), widget: widgetSettings() }, { headers: PRIVATE_CACHE });
}

type SealedDraft = { draft: string | undefined };

/**
 * Receives a form whose session had ended (`requireUser` sends it here with 307) and keeps it, encrypted, in the sign-in form.
 * If the URL has no `?by`, the posted form is the sign-in form itself. Source: docs/product/accounts.md, "Sessions".
 */
export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  if (!searchParams.has("by")) return signInAction(args);
  const path = ownPath(searchParams.get("redirectTo"));
  const typed = await args.request.formData();
  return { draft: path && sealDraft(searchParams.get("by"), path, typed) } satisfies SealedDraft;
}

export default function SignInAgainPage() {
  const { isTooLong, ...page } = useLoaderData<typeof loader>();
  const sent = useActionData<Partial<SealedDraft>>();
  // Kept in state, because Remix drops action data when the fragment changes.
  const [draft] = useState(sent?.draft);
  const isLost = sent === undefined ? isTooLong : "draft" in sent && draft === undefined;
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Continue where you left off</h1>
        <SignInForm {...page} page="/login/again" draft={draft}>
          <p className="lead">
            Your session has ended. Please sign in again.{" "}
            {draft !== undefined && "What you typed is kept for half an hour, but no passwords."}
            {isLost && "What you typed is too long to be kept: go back with your browser and copy it first."}
          </p>
        </SignInForm>
      </div>
    </div>
  );
}
