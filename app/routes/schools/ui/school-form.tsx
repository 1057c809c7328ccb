import { DEFAULT_ROLE, INTERESTS, ROLES, STUDENTS } from "#app/schools/choices.ts";
import { BotCheck, BotCheckLine, botCheckLineId } from "#app/ui/forms/bot-check.tsx";
import { Field, FieldError } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useBotCheck, type WidgetSettings } from "#app/ui/forms/use-bot-check.ts";
import { useDraft } from "#app/ui/forms/use-draft.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

export const SCHOOL_FORM = "school-interest";

const EMPTY = {
  name: "",
  school: "",
  role_label: DEFAULT_ROLE,
  phone: "",
  email: "",
  students: "",
  interest: "",
  wants_news: "",
};
const LABELS = {
  name: "Your name",
  school: "School",
  role_label: "Your role",
  phone: "Phone",
  email: "E-mail",
  students: "Students",
  interest: "Most useful to you",
} as const;
const FIELDS = ["name", "school", "role_label", "phone", "email", "students", "interest"] as const;

type SchoolFormProps = { stamp: string; widget: WidgetSettings };

/** The form that registers a school's interest. */
export function SchoolForm(props: SchoolFormProps) {
  const formKey = useFormKey(SCHOOL_FORM);
  return <Form key={formKey} formKey={formKey} {...props} />;
}

function Form({ formKey, stamp, widget }: SchoolFormProps & { formKey: string }) {
  const page = usePageForm({ id: SCHOOL_FORM, formKey, defaultValue: EMPTY });
  const check = useBotCheck({ action: "stride-signup", isPending: page.isPending, ...widget });
  useDraft(page.formProps.id, page.data !== undefined);
  const problems = FIELDS.map((field) => ({ ...problemOf(page.fields[field]), label: LABELS[field] }));
  return (
    <page.Form
      {...page.formProps}
      action="/stride"
      preventScrollReset
      onSubmit={check.holdingBack(page.formProps.onSubmit)}
      className="form"
    >
      <FormProblems page={page} fields={problems} />
      <Questions fields={page.fields} isClosed={page.isPending} />
      <BotCheck form={SCHOOL_FORM} challenge={page.challenge} stamp={page.stamp ?? stamp} check={check} />
      <Button
        isPending={page.isPending}
        pendingLabel="Submitting..."
        isBlocked={check.isBlocked}
        aria-describedby={botCheckLineId(SCHOOL_FORM)}
      >
        Join Waiting List
      </Button>
      <BotCheckLine form={SCHOOL_FORM} check={check} />
    </page.Form>
  );
}

type Fields = ReturnType<typeof usePageForm<typeof EMPTY>>["fields"];

/** The fields, disabled while the form is sent. The button is outside, or it would lose the focus. */
function Questions({ fields, isClosed }: { fields: Fields; isClosed: boolean }) {
  const { name, school, role_label, phone, email, students, interest, wants_news } = fields;
  return (
    <fieldset className="form" disabled={isClosed}>
      <Field {...inputProps(name)} required label={LABELS.name} autoComplete="name" />
      <Field {...inputProps(school)} required label={LABELS.school} autoComplete="organization" />
      <RoleField field={role_label} legend={LABELS.role_label} />
      <Field
        {...inputProps(phone)}
        type="tel"
        required
        label={LABELS.phone}
        placeholder="0712345678"
        autoComplete="tel"
      />
      <Field {...inputProps(email, "email")} required label={LABELS.email} autoComplete="email" />
      <SelectField {...controlProps(students)} label={LABELS.students} isOptional options={STUDENTS} />
      <SelectField {...controlProps(interest)} label={LABELS.interest} isOptional options={INTERESTS} />
      <label className="flex min-h-[48px] items-center gap-3">
        <input
          className="m-0 size-5 flex-none accent-action"
          type="checkbox"
          name="wants_news"
          defaultChecked={wants_news.initialValue === "on"}
        />
        Send me news about Stride, too.
      </label>
    </fieldset>
  );
}

type RoleFieldProps = {
  legend: string;
  field: { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };
};

/** The role as radio buttons. Their labels are sent, because three of them are the same role. */
function RoleField({ legend, field: { id, name, initialValue, errors } }: RoleFieldProps) {
  const error = errors?.[0];
  return (
    <fieldset className={error === undefined ? "field" : "field field-bad"} id={id}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))] gap-2">
        {ROLES.map(({ label }) => (
          <label
            key={label}
            className="flex min-h-[48px] items-center gap-2 rounded-sm border-2 border-edge bg-surface p-2 has-checked:border-ink has-checked:bg-sunk"
          >
            <input
              className="m-0 size-5 flex-none accent-action"
              type="radio"
              name={name}
              value={label}
              defaultChecked={initialValue === label}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
