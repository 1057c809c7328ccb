import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import {
  FIELD_NAMES,
  type FieldName,
  fieldsOfType,
  type RecordValues,
  valuesSent,
  withType,
} from "#app/model/dns/record-values.ts";
import { recordSentence } from "#app/model/dns/record-words.ts";
import { TYPES } from "#app/model/dns/types.ts";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { problemOf } from "#app/ui/forms/input-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { usePageForm, useRound } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { RecordField } from "./record-field.tsx";

type RecordFormProps = {
  /** The form's name among those of the page. */
  form: string;
  zone: string;
  action: string;
  values: RecordValues;
  hidden: Record<string, string>;
  submit: [label: string, pendingLabel: string];
  cancelTo: string;
  /** Links at the end of the line of buttons. */
  children?: ReactNode;
};

const TO_CHOOSE = TYPES.map(({ type, label }) => ({ value: type, label }));

/** A DNS record: the fields that its type has, and in one sentence what it will do. */
export function RecordForm(props: RecordFormProps) {
  const round = useRound(props.form);
  return <Fields key={round} round={round} {...props} />;
}

function Fields({
  round,
  form,
  zone,
  action,
  values: given,
  hidden,
  submit,
  cancelTo,
  children,
}: RecordFormProps & { round: string }) {
  const page = usePageForm<RecordValues>({ id: form, round, defaultValue: given });
  const { values, isEnhanced, note, chooseType } = useRecordValues(given, page.fields, page.formProps.id);
  const shown = fieldsOfType(values.type);
  const isShown = (name: FieldName) => name === "type" || shown.some(({ field }) => field === name);
  const problems = [
    { ...problemOf(page.fields.type), label: "Type" },
    ...shown.map(({ field, label }) => ({ ...problemOf(page.fields[field]), label })),
  ];
  return (
    <page.Form {...page.formProps} action={action} className="grid-form" onInput={note}>
      <FormProblems page={page} fields={problems} />
      <div className="w3 m3">
        <SelectField
          id={page.fields.type.id}
          name="type"
          label="Type"
          options={TO_CHOOSE}
          error={page.fields.type.errors?.[0]}
          defaultValue={values.type}
          onChange={(event) => chooseType(event.currentTarget.value)}
        />
      </div>
      {shown.map((field) => (
        // A field that two types have begins afresh with another type, or it would keep the other's value.
        <RecordField
          key={field.field === "priority" ? `${values.type} priority` : field.field}
          about={field}
          id={page.fields[field.field].id}
          value={values[field.field]}
          error={page.fields[field.field].errors?.[0]}
        />
      ))}
      {FIELD_NAMES.filter((name) => !isShown(name) && values[name] !== "").map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
      <input type="hidden" name="shownType" value={values.type} />
      {Object.entries({ ...hidden, ...page.carry }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="sentence" aria-live="polite">
        {recordSentence(values, zone).map(({ kind, text }, index) => {
          const Part = kind === "plain" ? "span" : "b";
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in order
          return <Part key={index}>{text}</Part>;
        })}
      </p>
      <div className="actions">
        <Button isPending={page.isPending} pendingLabel={submit[1]}>
          {submit[0]}
        </Button>
        <ButtonLink kind="alt" to={cancelTo} preventScrollReset>
          Cancel
        </ButtonLink>
        {children}
      </div>
      {!isEnhanced && (
        <Button kind="alt" name="intent" value="type">
          Show the fields of the chosen type
        </Button>
      )}
    </page.Form>
  );
}

type FormFields = Record<FieldName, { initialValue?: unknown }>;

/** What stands in the form. Its inputs keep themselves; this follows them, for the sentence and for another type. */
function useRecordValues(given: RecordValues, fields: FormFields, formId: string) {
  const [values, setValues] = useState(() => {
    const initial = FIELD_NAMES.map((name) => [name, fields[name].initialValue ?? ""]);
    return valuesSent({ ...given, ...Object.fromEntries(initial) });
  });
  const [isEnhanced, setIsEnhanced] = useState(false);
  useEffect(() => {
    setIsEnhanced(true);
    // What was typed and chosen before the scripts came stands in the form, and is not known here yet.
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const typed = typedIn(form);
    setValues((before) => withType({ ...typed, type: before.type }, typed.type));
  }, [formId]);
  return {
    values,
    isEnhanced,
    note: (event: FormEvent<HTMLFormElement>) => {
      const typed = typedIn(event.currentTarget);
      setValues((before) => ({ ...typed, type: before.type }));
    },
    chooseType: (type: string) => setValues((before) => withType(before, type)),
  };
}

function typedIn(form: HTMLFormElement): RecordValues {
  return valuesSent(Object.fromEntries(new FormData(form)));
}
