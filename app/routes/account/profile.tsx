import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { endSession, SAME_PASSWORD, updateAccount } from "#app/gateways/accounts.server.ts";
import { placed } from "#app/http/account-refusal.server.ts";
import { formPage, PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { ownPath } from "#app/http/own-path.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { log } from "#app/log.server.ts";
import { profileSchema } from "#app/model/account-forms.ts";
import { PROFILE_FORM, ProfileForm } from "#app/ui/forms/profile-form.tsx";
import { SignOutEverywhere } from "#app/ui/forms/sign-out-everywhere.tsx";
import { pageMeta } from "#app/ui/frame/page-meta.ts";
import { findPassword } from "#app/work/account/own-password.server.ts";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = (args) => formPage(args);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Edit Profile", description: "Your name and your password.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireUser(request, context);
  return data({ email: account.email, name: account.name ?? "" }, { headers: PERSONAL_PAGE });
}

/** Saves what has changed. A new password is set only after the current one was proved, and ends all other sessions. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const submission = await readForm(request, profileSchema);
  const refused = { context, form: PROFILE_FORM, submission, hideFields: ["currentPassword", "newPassword"] };
  if (submission.status !== "success") return refuse(refused);

  const { name = "", currentPassword, newPassword } = submission.value;
  const typed = currentPassword && newPassword ? { current: currentPassword, wanted: newPassword } : undefined;
  const found = typed && (await findPassword(account, typed, context?.address));
  if (found?.kind === "wait") {
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: found.seconds });
  }
  if (found?.kind === "lost") return refuse({ ...refused, message: PROFILE_NOT_SAVED, status: 503 });
  if (found?.kind === "none") {
    return refuse({ ...refused, fieldErrors: { currentPassword: ["Current password is incorrect"] } });
  }
  const changes = {
    name: name === (account.name ?? "") ? undefined : name,
    password: found?.kind === "current" ? newPassword : undefined,
  };
  if (changes.name !== undefined || changes.password !== undefined) {
    const saved = await updateAccount(supabase, changes);
    if (!saved.ok && saved.isUnknown) return refuse({ ...refused, ...LOST, status: 503 });
    // Two presses may find the old one, and then one of them the new one.
    const isDone = !saved.ok && saved.code === SAME_PASSWORD && currentPassword !== newPassword;
    if (!saved.ok && !isDone) return refuse({ ...refused, ...placed(saved, { password: "newPassword" }) });
  }
  if (found) {
    const ended = await endSession(supabase, "others");
    if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  }
  return redirectWithNotice(ownPath(submission.payload.from) ?? "/profile", {
    about: PROFILE_FORM,
    title: "Profile updated",
  });
}

const PROFILE_NOT_SAVED = "Failed to update profile";
const LOST = {
  title: "We could not confirm it",
  message:
    "Your changes may have been saved all the same. Type your passwords again and press Save: nothing is done twice.",
};
const TOO_OFTEN = "That was not your current password several times. Please wait a moment, then try again.";

export default function ProfilePage() {
  const { email, name } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app">
      <div className="narrow flow">
        <h1>Edit Profile</h1>
        <ProfileForm email={email} name={name} />
        <SignOutEverywhere />
      </div>
    </div>
  );
}
