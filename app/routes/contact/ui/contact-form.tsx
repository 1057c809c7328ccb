import { ChallengeFields } from "#app/ui/forms/challenge-fields.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useDraft } from "#app/ui/forms/use-draft.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

export const CONTACT_FORM = "contact";

const LABELS = {
  name: "Your name",
  email: "E-mail",
  phone: "Phone or WhatsApp",
  subject: "Subject",
  domain: "Domain",
  message: "Message",
};
const FIELDS = ["name", "email", "phone", "subject", "domain", "message"] as const;

type Prefill = { subject: string; message: string; domain: string };

/** The contact form, with the name and address of a customer; starts anew after each success. */
export function ContactForm({ prefill }: { prefill: Prefill }) {
  const formKey = useFormKey(CONTACT_FORM);
  return <MessageForm key={formKey} formKey={formKey} prefill={prefill} />;
}

function MessageForm({ formKey, prefill }: { formKey: string; prefill: Prefill }) {
  const { name: ownName = "", email: ownEmail = "" } = useRootData()?.user ?? {};
  const own = { name: ownName, email: ownEmail, phone: "" };
  const page = usePageForm({ id: CONTACT_FORM, formKey, defaultValue: { ...own, ...prefill } });
  useDraft(page.formProps.id, page.data !== undefined);
  const { name, email, phone, subject, domain, message } = page.fields;
  const problems = FIELDS.map((field) => ({ ...problemOf(page.fields[field]), label: LABELS[field] }));
  return (
    <page.Form {...page.formProps} action="/contact" className="form" aria-label="Write to us">
      <FormProblems page={page} fields={problems}>
        <EmailLink />
      </FormProblems>
      <Field {...inputProps(name)} required label={LABELS.name} autoComplete="name" />
      <Field
        {...inputProps(email, "email")}
        required
        label={LABELS.email}
        hint="We send our answer here."
        autoComplete="email"
      />
      <Field
        {...inputProps(phone, "tel")}
        label={LABELS.phone}
        isOptional
        hint="If we may call you or write on WhatsApp."
        autoComplete="tel"
      />
      <Field {...inputProps(subject)} required label={LABELS.subject} />
      <Field
        {...inputProps(domain)}
        label={LABELS.domain}
        isOptional
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <LongField {...controlProps(message)} required label={LABELS.message} rows={6} />
      <ChallengeFields form={CONTACT_FORM} challenge={page.challenge} />
      <p className="quiet">We use what you write here to answer you. Nothing else.</p>
      <Button isPending={page.isPending} pendingLabel="Sending...">
        Send message
      </Button>
    </page.Form>
  );
}

function EmailLink() {
  const email = useRootData()?.brand.email;
  return email && <a href={`mailto:${email}`}>{email}</a>;
}
