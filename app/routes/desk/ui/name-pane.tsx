import { useActionData } from "@remix-run/react";
import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import type { NameMove } from "#app/moves/move.ts";
import { type NamePart, PART_CHOICES } from "#app/orders/name-forms.ts";
import type { NameView } from "#app/orders/name-view.server.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Facts } from "./desk-facts.tsx";
import { MOVE_FORM, moveFacts, NameMoveForm, STOP_FORM } from "./name-move-form.tsx";
import { PaneHeader, SideRows } from "./panes.tsx";
import { Trail } from "./trail.tsx";
import { Writers } from "./writers.tsx";

type FormAbout = { part: NamePart; title: string; label: string; hint?: string };

/** The form of a name that is moving to us. */
const STEP: FormAbout = {
  part: "step",
  title: "Say where the transfer stands",
  label: "The transfer",
  hint: "If it is refused, the customer gets a mail, and the order counts as not done.",
};

/** The forms of a name in their order: what each is called, and the label and the hint of its field. */
const FORMS: readonly FormAbout[] = [
  { part: "date", title: "Correct the last day", label: "Last day" },
  {
    part: "status",
    title: "Change the status",
    label: "Status",
    hint: "“Left us”: the customer no longer sees it, and reminders end.",
  },
  { part: "price", title: "Agree on a price", label: "A year costs, KSh", hint: "Empty: the price list." },
  {
    part: "held",
    title: "Change where it is registered",
    label: "Registered",
    hint: "At another provider: we remind the customer and sell no renewal.",
  },
  { part: "ssl", title: "Change the padlock", label: "Padlock" },
];

/** A name: its facts, the forms that correct it, and what was done. */
export function NamePane({ view, move, headingAs }: { view: NameView; move: NameMove | null; headingAs: "h1" | "h2" }) {
  const actionData = useActionData();
  const isReply = [...FORMS.map(({ part }) => part), MOVE_FORM, STOP_FORM].some((form) => isReplyTo(form, actionData));
  return (
    <>
      <PaneHeader tag={view.tag} note={view.age} title={view.display} headingAs={headingAs} />
      <Facts facts={move === null ? view.facts : [...view.facts, ...moveFacts(move)]} />
      {view.endsSoon && (
        <p>
          <a className="button" href={`/desk/people/${view.owner}?remind=${view.id}`}>
            Remind the customer
          </a>
        </p>
      )}
      <Writers>
        {view.isMoving && <PartForm view={view} {...STEP} />}
        <details className="desk-fold" open={isReply}>
          <summary>More</summary>
          {FORMS.map((form) => (
            <PartForm key={form.part} view={view} {...form} />
          ))}
          {(view.mayMove || move !== null) && <NameMoveForm name={view.id} move={move} />}
        </details>
      </Writers>
    </>
  );
}

/** Changes one part of a name. It is folded, because most visits only read, unless it is what the name needs. */
function PartForm({ view, part, title, ...about }: { view: NameView } & FormAbout) {
  const shown = view.parts[part];
  const value = part === "date" ? view.days.current : shown;
  const page = usePageForm({ id: part, formKey: "first", defaultValue: { value, reason: "", expected: shown } });
  const { fields } = page;
  const choices = PART_CHOICES[part];
  return (
    <details className="desk-fold" open={isReplyTo(part, useActionData()) || part === STEP.part}>
      <summary>{title}</summary>
      <form {...page.formProps} action={`/desk/names/${view.id}`} className="form pt-3">
        <FormProblems
          page={page}
          fields={[
            { ...problemOf(fields.value), label: about.label },
            { ...problemOf(fields.reason), label: "Reason" },
          ]}
        />
        <input type="hidden" name="form" value={part} />
        <input type="hidden" name="expected" value={controlProps(fields.expected).defaultValue ?? ""} />
        {choices ? (
          <SelectField {...controlProps(fields.value)} {...about} options={withPresent(choices, shown)} />
        ) : part === "date" ? (
          <Field {...inputProps(fields.value)} {...about} type="date" min={view.days.first} max={view.days.last} />
        ) : (
          <Field {...inputProps(fields.value)} {...about} inputMode="numeric" isOptional />
        )}
        <Field
          {...inputProps(fields.reason)}
          label="Reason"
          hint="Only for the log."
          maxLength={LONGEST_REASON}
          required
        />
        <Button kind="alt">Save</Button>
      </form>
    </details>
  );
}

/** Returns the choices with the present value, which the provider or an earlier version may have written. */
function withPresent(choices: readonly { value: string; label: string }[], present: string) {
  return choices.some(({ value }) => value === present) ? choices : [{ value: present, label: present }, ...choices];
}

/** The last orders for the name, and what was done. */
export function NameSide({ view }: { view: NameView }) {
  return (
    <>
      <SideRows heading="Orders for it" rows={view.orders} />
      <Trail of="this name" lines={view.trail} />
    </>
  );
}
