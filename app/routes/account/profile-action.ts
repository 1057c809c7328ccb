import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { endSession, SAME_PASSWORD, updateAccount } from "#app/gateways/accounts.server.ts";
import { formErrorsOf } from "#app/http/account-failure.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { parseFields, refuse } from "#app/http/form.server.ts";
import { ownPath } from "#app/http/own-path.server.ts";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { newPasswordSchema, profileSchema, youSchema } from "#app/model/account-forms.ts";
import { PASSWORD_FORM, PROFILE_FORM, YOU_FORM } from "#app/ui/forms/profile-form.tsx";
import { keepAccount } from "#app/use-cases/account/closing.server.ts";
import { findPassword } from "#app/use-cases/account/own-password.server.ts";
import { remindersAction } from "./reminders-action.ts";
import { CLOSE_SECTION, KEEP_FORM } from "./ui/close-section.tsx";
import { REMINDERS_FORM } from "./ui/reminders-section.tsx";

type Typed = { [Name in "name" | "phone" | "currentPassword" | "newPassword"]?: string | undefined };

/**
 * Saves what has changed of an account: what the sent form asks for, and no more. A new password is set only after the
 * current one was proved, and ends all other sessions.
 */
export async function profileAction({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const sent = await request.formData();
  if (sent.get("form") === REMINDERS_FORM) return remindersAction(account.id, sent, context);
  if (sent.get("form") === KEEP_FORM) return keep(account, parseFields(sent, z.object({})), context);
  const { form, submission } = readProfile(sent);
  const refused = { context, form, submission, hideFields: ["currentPassword", "newPassword"] };
  if (submission.status !== "success") return refuse(refused);

  const { name = "", phone = "", currentPassword, newPassword }: Typed = submission.value;
  const typed = currentPassword && newPassword ? { current: currentPassword, wanted: newPassword } : undefined;
  const found = typed && (await findPassword(account, typed, context?.address));
  if (found?.kind === "wait") {
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: found.seconds });
  }
  const failed = { ...refused, title: PROFILE_NOT_SAVED };
  if (found?.kind === "lost") return refuse({ ...failed, ...formErrorsOf(found.why, {}) });
  if (found?.kind === "none") {
    return refuse({ ...refused, fieldErrors: { currentPassword: ["Current password is incorrect"] } });
  }
  const changes = {
    name: form === PASSWORD_FORM || name === (account.name ?? "") ? undefined : name,
    phone: form !== YOU_FORM || phone === (account.phone ?? "") ? undefined : phone,
    password: found?.kind === "current" ? newPassword : undefined,
  };
  if (Object.values(changes).some((change) => change !== undefined)) {
    const saved = await updateAccount(supabase, changes);
    if (!saved.ok && saved.isUnknown) return refuse({ ...refused, ...LOST[form] });
    // Two presses may find the old one, and then one of them the new one.
    const isDone = !saved.ok && saved.code === SAME_PASSWORD && currentPassword !== newPassword;
    if (!saved.ok && !isDone) return refuse({ ...failed, ...formErrorsOf(saved, { password: "newPassword" }) });
  }
  if (found) {
    const ended = await endSession(supabase, "others");
    if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  }
  if (form !== PROFILE_FORM) {
    return redirectWithFlash(`/profile#${form}`, { about: form, title: SAVED[form], isNear: true });
  }
  return redirectWithFlash(ownPath(submission.payload.from) ?? "/profile", { about: form, title: "Profile updated" });
}

/** Takes back the request to close the account. Pressed again, or after the account was closed all the same, it says what is. */
async function keep(
  account: Account,
  submission: ReturnType<typeof parseFields>,
  context: ActionFunctionArgs["context"],
) {
  const kept = await keepAccount(account);
  if (!kept.ok) return refuse({ context, form: KEEP_FORM, submission, message: NOT_KEPT, status: 503 });
  return redirectWithFlash(`/profile#${CLOSE_SECTION}`, {
    about: CLOSE_SECTION,
    title: "Your account stays open",
    isNear: true,
  });
}

/** Which of the three forms it is, and what was typed in it. */
function readProfile(typed: FormData) {
  const form = typed.get("form");
  if (form === YOU_FORM) return { form: YOU_FORM, submission: parseFields(typed, youSchema) } as const;
  if (form === PASSWORD_FORM)
    return { form: PASSWORD_FORM, submission: parseFields(typed, newPasswordSchema) } as const;
  return { form: PROFILE_FORM, submission: parseFields(typed, profileSchema) } as const;
}

const SAVED = {
  [YOU_FORM]: "Profile updated",
  [PASSWORD_FORM]: "Your password is changed",
};
const PROFILE_NOT_SAVED = "Failed to update profile";
const lost = (again: string) => ({
  title: "We could not confirm it",
  message: `Your changes may have been saved anyway. ${again}: nothing is done twice.`,
  status: 503,
});
const LOST = {
  [PROFILE_FORM]: lost("Type your passwords again and press Save"),
  [YOU_FORM]: lost("Press Save again"),
  [PASSWORD_FORM]: lost("Type your passwords again and press Change password"),
};
const NOT_KEPT = "We could not cancel your request. Please press the button again.";
const TOO_OFTEN = "Wrong current password too many times. Please wait a moment, then try again.";
