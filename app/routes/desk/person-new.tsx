import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { recordInvited } from "#app/accounts/desk.table.server.ts";
import { inviteSchema } from "#app/accounts/schema.server.ts";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { ADDRESS_TAKEN, inviteCustomer } from "#app/accounts/staff-accounts.api.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { success } from "#app/platform/result.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskHead } from "./ui/desk-head.tsx";
import { LookForm } from "./ui/view-reason-form.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({
  title: "Make an account",
  description: "An account for a customer on the phone.",
  isHidden: true,
});

const INVITE_FORM = "invite";
const KNOWN = "There is an account with this address";
const JUST_MADE = "A colleague made an account with this address a moment ago";
/** An address gets one mail within a minute, whoever sends the form: the link of a second mail replaces that of the first. */
const SAME_MS = 60_000;
/** The account, and the member of staff who made it. */
const resultSchema = z.object({ id: z.string(), by: z.string() });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write");
  return null;
}

/**
 * Makes an account for a customer, who chooses the password by a mailed link. So nobody prepares an account for somebody else.
 * Source: docs/product/desk.md, "People at the desk".
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const submission = await readForm(request, inviteSchema);
  const posted = { context, form: INVITE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { email, name, phone } = submission.value;
  const body = { email: email.toLowerCase(), name, phone };
  const once = { form: INVITE_FORM, owner: "desk", body: { email: body.email }, resultSchema, replayMs: SAME_MS };
  const invited = await runOnce(once, async () => {
    const made = await inviteCustomer(body);
    return made.ok ? success({ id: made.value, by: staff.id }) : made;
  });
  if (!invited.ok) {
    if (invited.code === ADDRESS_TAKEN) return rejectForm({ ...posted, fieldErrors: { email: [KNOWN] }, status: 409 });
    return rejectForm({ ...posted, message: invited.message, status: statusOf(invited) });
  }
  const { id, by } = invited.value;
  if (by !== staff.id) return rejectForm({ ...posted, fieldErrors: { email: [JUST_MADE] }, status: 409 });
  const logged = await recordInvited(staff, id);
  if (!logged.ok) return rejectForm({ ...posted, message: logged.message, status: statusOf(logged) });
  const text = "The customer has a mail with a link, which works for one hour.";
  return redirectWithFlash(`/desk/people/${id}`, { about: INVITE_FORM, title: "The account is made", text });
}

const LABELS = { email: "E-mail", name: "Full name", phone: "Phone" };

export default function NewPersonPage() {
  const page = usePageForm({ id: INVITE_FORM, formKey: "first", defaultValue: { email: "", name: "", phone: "" } });
  const { email, name, phone } = page.fields;
  const isKnown = [KNOWN, JUST_MADE].includes(email.errors?.[0] ?? "");
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem]">
        <DeskHead title="Make an account for a customer" />
        <p>The customer gets a mail with a link, and chooses the password. Nobody else knows it.</p>
        <form {...page.formProps} action="/desk/people/new" className="form">
          <FormProblems
            page={page}
            fields={[
              { ...problemOf(email), label: LABELS.email },
              { ...problemOf(name), label: LABELS.name },
              { ...problemOf(phone), label: LABELS.phone },
            ]}
          />
          <Field
            {...inputProps(email, "email")}
            label={LABELS.email}
            hint="Spell it back to the customer: the mail goes there."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Field {...inputProps(name)} label={LABELS.name} autoComplete="off" required />
          <Field {...inputProps(phone, "tel")} label={LABELS.phone} hint="0712 345 678" isOptional autoComplete="off" />
          <Button>Make the account</Button>
        </form>
        {isKnown && (
          <section className="flow" aria-labelledby="known-title">
            <h2 id="known-title">Look at that account</h2>
            <LookForm known={inputProps(email).defaultValue} />
          </section>
        )}
        <h2>The customer has no e-mail address</h2>
        <p>
          An account needs one, because password, bills and receipts go there. Help the customer to make one on their
          own phone, for example at gmail.com, which is free. The customer keeps its password.
        </p>
      </div>
    </div>
  );
}
