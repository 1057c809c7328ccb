import { type AppLoadContext, redirect } from "@remix-run/node";
import { lookAtPerson } from "#app/accounts/desk.table.server.ts";
import { lookSchema, reasonSchema } from "#app/desk/person-forms.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { LOOK_FORM } from "./ui/view-reason-form.tsx";

/** Returns the name (ASCII) whose reminder the page of a person shows, from a URL or a form; "" for none. */
export function readRemind(typed: unknown): string {
  return typeof typed === "string" && /^[a-z0-9.-]{1,253}$/.test(typed) ? typed : "";
}

const NOBODY = "No account has exactly this address";

/**
 * Finds a person by the typed address or by the id of their page, logs why, and leads to their page.
 *
 * For half an hour, the line of the log itself is the permission to see the page (desk_may_view). So no URL has an e-mail
 * address or a token, which browsers and servers would remember. Nobody can see a person without a line in the log. A link to
 * a person, in an order or in the log, asks the next member of staff for a reason of their own.
 */
export async function look(
  context: AppLoadContext | undefined,
  { staff, typed, id }: { staff: Staff; typed: FormData; id?: string },
) {
  const submission = parseFields(typed, id === undefined ? lookSchema : reasonSchema);
  const posted = { context, form: LOOK_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { reason, ...by } = submission.value;
  const found = await lookAtPerson(staff, id === undefined ? by : { id }, reason);
  if (!found.ok) return rejectForm({ ...posted, message: found.message, status: statusOf(found) });
  if (found.value !== null) {
    const remind = readRemind(typed.get("remind"));
    return redirect(`/desk/people/${found.value}${remind && `?remind=${remind}`}`, 303);
  }
  return rejectForm(
    id === undefined
      ? { ...posted, fieldErrors: { email: [NOBODY] } }
      : { ...posted, message: "This account is gone." },
  );
}
