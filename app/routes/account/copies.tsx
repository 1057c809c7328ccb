import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/accounts/auth.server.ts";
import { endBillingContact, findBillingContact } from "#app/accounts/billing-contact.table.server.ts";
import { nameBillingContact } from "#app/accounts/name-billing-contact.server.ts";
import { contactSchema } from "#app/accounts/schema.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { InlineFlash } from "#app/ui/feedback/inline-flash.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { AS_TYPED, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";

export const handle = { hydrate: "never" };

export const headers = privatePage;

const TITLE = "Copies for your books";

export const meta = staticMeta({
  title: TITLE,
  description: "Bills and receipts, to a second e-mail.",
  isHidden: true,
});

const PATH = "/profile/copies";
const NAME_FORM = "copies";
const END_FORM = "end-copies";
const OWN = "This is your own address. It gets these mails anyway.";
const LABEL = "E-mail for copies";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, supabase } = await requireUser(request, context);
  const found = await findBillingContact(supabase, account.id);
  if (!found.ok) throw outage(context);
  return data({ contact: found.value });
}

/** Names a second address for copies, or ends them. Source: docs/product/accounts.md, "Billing contact". */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = await requireUser(request, context);
  const typed = await request.formData();
  const submission = parseFields(typed, contactSchema);
  if (typed.get("form") === END_FORM) {
    const ended = await endBillingContact(account.id);
    if (!ended.ok) return rejectForm({ context, form: END_FORM, submission, ...ended });
    return redirectWithFlash(PATH, { about: END_FORM, title: "Copies have stopped", isInline: true });
  }
  const posted = { context, form: NAME_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { contact } = submission.value;
  if (contact.toLowerCase() === account.email.toLowerCase()) {
    return rejectForm({ ...posted, fieldErrors: { contact: [OWN] } });
  }
  const named = await nameBillingContact(account, contact);
  if (!named.ok) {
    const { message, status, retryAfterSeconds } = named;
    return rejectForm({ ...posted, message, status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  }
  const title = named.value ? "Address saved" : "Saved already. No second e-mail was sent";
  return redirectWithFlash(PATH, { about: NAME_FORM, title, isInline: true });
}

export default function CopiesPage() {
  const { contact } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app">
      <div className="flow max-w-[40rem]">
        <h1>{TITLE}</h1>
        <p className="lead">
          <Words>Bills, receipts and reminders can also come to a second e-mail, such as your bookkeeper’s.</Words>
        </p>
        <InlineFlash about={NAME_FORM} />
        <InlineFlash about={END_FORM} />
        {contact && (
          <>
            <p>
              {contact.isConfirmed
                ? `Copies go to ${contact.email}.`
                : `We wrote to ${contact.email}. Copies begin when its owner opens our link and agrees.`}
            </p>
            <EndForm label={contact.isConfirmed ? "Stop copies" : "Delete this address"} />
          </>
        )}
        <NameForm hasContact={contact !== null} />
        <p>
          <Words>The second address can’t sign in. Like you, its owner can pay a bill by the link in an e-mail.</Words>
        </p>
        <p>
          <ButtonLink kind="alt" to="/profile#copies">
            Your profile
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

function NameForm({ hasContact }: { hasContact: boolean }) {
  const page = usePageForm({ id: NAME_FORM, formKey: useFormKey(NAME_FORM), defaultValue: { contact: "" } });
  const { contact } = page.fields;
  return (
    <form {...page.formProps} action={PATH} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(contact), label: LABEL }]} />
      <input type="hidden" name="form" value={NAME_FORM} />
      <Field
        {...inputProps(contact, "email")}
        {...AS_TYPED}
        label={hasContact ? `Another ${LABEL.toLowerCase()}` : LABEL}
        hint="We send it a link. Copies begin when its owner agrees."
        autoComplete="email"
      />
      <Button>Send the link</Button>
    </form>
  );
}

function EndForm({ label }: { label: string }) {
  const page = usePageForm({ id: END_FORM, formKey: useFormKey(END_FORM), defaultValue: {} });
  return (
    <form {...page.formProps} action={PATH} className="form">
      <FormProblems page={page} />
      <input type="hidden" name="form" value={END_FORM} />
      <Button kind="alt">{label}</Button>
    </form>
  );
}
