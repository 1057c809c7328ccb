import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { formErrorsOf } from "#app/accounts/account-failure.server.ts";
import { endSession, SAME_PASSWORD, updateAccount } from "#app/accounts/accounts.api.server.ts";
import { requireUser } from "#app/accounts/auth.server.ts";
import { matchPassword } from "#app/accounts/own-password.server.ts";
import { withdrawClosure } from "#app/accounts/request-closing.server.ts";
import { newPasswordSchema, profileSchema, youSchema } from "#app/accounts/schema.server.ts";
import { saveReminderChoice } from "#app/orders/renewal-reminders.table.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import { log } from "#app/platform/log.server.ts";
import { PASSWORD_FORM, PROFILE_FORM, YOU_FORM } from "#app/ui/forms/profile-form.tsx";

import { CLOSE_SECTION, KEEP_FORM } from "./ui/close-section.tsx";
import { REMINDERS_FORM } from "./ui/reminders-section.tsx";

type Typed = { [Name in "name" | "phone" | "currentPassword" | "newPassword"]?: string | undefined };

/**
 * The forms of the profile. Saves the changed fields of the posted form only. A new password needs the current one, and ends
 * all other sessions.
 */
export async function profileAction({ request, context }: ActionFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const typed = await request.formData();
  if (typed.get("form") === REMINDERS_FORM) return remindersAction(account.id, typed, context);
  if (typed.get("form") === KEEP_FORM) return keepAccountOpen(account, parseFields(typed, z.object({})), context);
  const { form, submission } = readProfile(typed);
  const posted = { context, form, submission, hideFields: ["currentPassword", "newPassword"] };
  if (submission.status !== "success") return rejectForm(posted);

  const { name = "", phone = "", currentPassword, newPassword }: Typed = submission.value;
  const passwords = currentPassword && newPassword ? { current: currentPassword, wanted: newPassword } : undefined;
  const found = passwords && (await matchPassword(account, passwords, context?.address));
  if (found?.kind === "wait") {
    return rejectForm({ ...posted, message: TOO_OFTEN, status: 429, retryAfterSeconds: found.seconds });
  }
  const failed = { ...posted, title: PROFILE_NOT_SAVED };
  if (found?.kind === "lost") return rejectForm({ ...failed, ...formErrorsOf(found.why, {}) });
  if (found?.kind === "none") {
    return rejectForm({ ...posted, fieldErrors: { currentPassword: ["Current password is incorrect"] } });
  }
  const changes = {
    name: form === PASSWORD_FORM || name === (account.name ?? "") ? undefined : name,
    phone: form !== YOU_FORM || phone === (account.phone ?? "") ? undefined : phone,
    password: found?.kind === "current" ? newPassword : undefined,
  };
  if (Object.values(changes).some((change) => change !== undefined)) {
    const saved = await updateAccount(supabase, changes);
    if (!saved.ok && saved.isUnknown) return rejectForm({ ...posted, ...LOST[form] });
    // If the form was sent twice at once, the second submission may find the new password set already.
    const isSaved = !saved.ok && saved.code === SAME_PASSWORD && currentPassword !== newPassword;
    if (!saved.ok && !isSaved) return rejectForm({ ...failed, ...formErrorsOf(saved, { password: "newPassword" }) });
  }
  if (found) {
    const ended = await endSession(supabase, "others");
    if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  }
  if (form !== PROFILE_FORM) {
    return redirectWithFlash(`/profile#${form}`, { about: form, title: SAVED[form], isInline: true });
  }
  return redirectWithFlash(ownPath(submission.payload.from) ?? "/profile", { about: form, title: "Profile updated" });
}

/** Cancels the request to close the account. The form succeeds again if it is sent twice. */
async function keepAccountOpen(
  account: Account,
  submission: ReturnType<typeof parseFields>,
  context: ActionFunctionArgs["context"],
) {
  const cancelled = await withdrawClosure(account);
  if (!cancelled.ok) return rejectForm({ context, form: KEEP_FORM, submission, message: NOT_KEPT, status: 503 });
  return redirectWithFlash(`/profile#${CLOSE_SECTION}`, {
    about: CLOSE_SECTION,
    title: "Your account stays open",
    isInline: true,
  });
}

/** Parses the posted form by its own schema. */
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

const remindersSchema = z.object({ wants: z.enum(["yes", "no"], { error: "Please press the button again" }) });

/** Switches the renewal reminders of a customer on or off. Source: docs/product/notifications.md, "Notifications". */
async function remindersAction(userId: string, typed: FormData, context: AppLoadContext | undefined) {
  const submission = parseFields(typed, remindersSchema);
  const posted = { context, form: REMINDERS_FORM, submission };
  if (submission.status !== "success") {
    return rejectForm({ ...posted, message: "Please press the button again.", status: 400 });
  }
  const wants = submission.value.wants === "yes";
  const saved = await saveReminderChoice(userId, wants);
  if (!saved.ok) return rejectForm({ ...posted, message: saved.message, status: 503 });
  const title = wants ? "Reminders are on" : "Reminders are off";
  return redirectWithFlash(`/profile#${REMINDERS_FORM}`, { about: REMINDERS_FORM, title, isInline: true });
}
