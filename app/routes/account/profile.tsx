import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { checkPassword, endSession, updateAccount } from "#app/gateways/accounts.server.ts";
import { formPage, PERSONAL_PAGE } from "#app/http/cache-headers.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { ownPath } from "#app/http/own-path.server.ts";
import { mayTry, noteFailure, noteSuccess } from "#app/http/sign-in-limits.server.ts";
import { requireUser } from "#app/http/visitor.server.ts";
import { log } from "#app/log.server.ts";
import { profileSchema } from "#app/model/account-forms.ts";
import { pageMeta } from "#app/ui/page-meta.ts";
import { PROFILE_FORM, ProfileForm } from "#app/ui/profile-form.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/keep-typed.ts";

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
  const password = currentPassword && newPassword ? newPassword : undefined;
  if (currentPassword && password !== undefined) {
    const { email } = account;
    const attempt = { email, address: context?.address, device: `session ${account.id}` };
    const allowed = await mayTry(attempt);
    if (!allowed.ok) {
      return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds });
    }
    const proved = await checkPassword({ email, password: currentPassword }, context?.address);
    if (!proved.ok && proved.isUnknown) return refuse({ ...refused, message: FAILED, status: 502 });
    if (!proved.ok) {
      await noteFailure(attempt);
      return refuse({ ...refused, message: "Current password is incorrect" });
    }
    await noteSuccess(attempt);
  }
  const changes = { name: name === (account.name ?? "") ? undefined : name, password };
  if (changes.name !== undefined || changes.password !== undefined) {
    const saved = await updateAccount(supabase, changes);
    if (!saved.ok) return refuse({ ...refused, message: saved.isUnknown ? FAILED : saved.message || FAILED });
  }
  if (password !== undefined) {
    const ended = await endSession(supabase, "others");
    if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  }
  return redirectWithNotice(ownPath(submission.payload.from) ?? "/profile", {
    about: PROFILE_FORM,
    title: "Profile updated",
  });
}

const FAILED = "Failed to update profile";
const TOO_OFTEN = "That was not your current password several times. Please wait a moment, then try again.";

export default function ProfilePage() {
  const { email, name } = useLoaderData<typeof loader>();
  return (
    <div className="page section">
      <div className="narrow flow">
        <h1>Edit Profile</h1>
        <ProfileForm email={email} name={name} />
      </div>
    </div>
  );
}
