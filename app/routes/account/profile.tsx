import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { closingDays } from "#app/accounts/closing.ts";
import { findClosing } from "#app/accounts/closing-requests.table.server.ts";
import { secondStepOf } from "#app/accounts/step.server.ts";
import { findReminderChoice } from "#app/orders/renewal-reminders.table.server.ts";
import { findCredit } from "#app/payments/credits.table.server.ts";
import { formPage, PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { ProfileSections } from "./ui/profile-sections.tsx";

export { keepTyped as clientAction, reloadUnlessRefused as shouldRevalidate } from "#app/ui/forms/keep-typed.ts";
export { profileAction as action } from "./profile-action.ts";

export const handle = { hydrate: "idle" };

export const headers = formPage;

export const meta = staticMeta({
  title: "Your profile",
  description: "Your name, your password, and what we keep about you.",
  isHidden: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const { id, email, name = "", phone = "" } = account;
  // A section whose data cannot be read is left out. If a request to close is not shown, sending a second one returns the
  // first.
  const [found, wants, step, credit] = await Promise.all([
    findClosing(supabase, id),
    findReminderChoice(supabase, id),
    secondStepOf(id),
    findCredit(id),
  ]);
  const closing = found.ok && found.value ? closingDays(found.value) : null;
  const wantsReminders = wants.ok ? wants.value : null;
  const hasStep = step.ok ? step.value.kind === "on" : null;
  const own = {
    email,
    name,
    phone: phone && shownNumber(phone),
    wantsReminders,
    hasStep,
    closing,
    credit: credit ?? 0,
  };
  return data(own, { headers: PRIVATE_CACHE });
}

export default function ProfilePage() {
  return (
    <div className="page sheet app flow">
      <h1>Your profile</h1>
      <ProfileSections {...useLoaderData<typeof loader>()} />
    </div>
  );
}
