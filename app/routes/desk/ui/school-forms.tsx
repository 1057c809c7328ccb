import { STAGES } from "#app/desk/school-stages.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { TypedForm } from "./typed-form.tsx";

export const SCHOOL_FORM = "school";
export const ERASE_FORM = "erase";

type SchoolFormProps = { id: string; stage: string; nextOn: string | null; expectedState: string; isLate: boolean };

/** The stage, the next date and a note of a school. They are in one form, so that no button loses a note. */
export function SchoolForm({ id, stage, nextOn, expectedState, isLate }: SchoolFormProps) {
  const values = { stage, next_on: nextOn ?? "", note: "", expectedState };
  const page = usePageForm({ id: SCHOOL_FORM, formKey: "first", defaultValue: values });
  const { fields } = page;
  return (
    <form {...page.formProps} action={`/desk/schools/${id}`} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(fields.stage), label: "Stage" },
          { ...problemOf(fields.next_on), label: "Next date" },
          { ...problemOf(fields.note), label: "Note" },
        ]}
      />
      <input type="hidden" name="form" value={SCHOOL_FORM} />
      <input type="hidden" name="expectedState" value={controlProps(fields.expectedState).defaultValue ?? ""} />
      <SelectField {...controlProps(fields.stage)} label="Stage" options={STAGES} />
      <Field
        {...inputProps(fields.next_on)}
        type="date"
        label="Next date"
        {...(isLate && { hint: "This day has passed." })}
        isOptional
      />
      <LongField {...controlProps(fields.note)} label="Note" rows={3} isOptional />
      <Button>Save</Button>
    </form>
  );
}

/** Deletes the school for good. */
export function EraseForm({ id }: { id: string }) {
  return (
    <TypedForm
      id={ERASE_FORM}
      action={`/desk/schools/${id}`}
      title="Erase this school"
      label="Type the name of the school"
      button="Erase"
    >
      <p>This deletes the school, its notes and its mails. It cannot be undone.</p>
    </TypedForm>
  );
}
