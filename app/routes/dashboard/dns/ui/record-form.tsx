import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import {
  CDN_CHOICES,
  type RecordField as FieldAbout,
  type FieldName,
  fieldNames,
  fieldsOfType,
  OTHER,
  type RecordValues,
  valuesSent,
  withType,
} from "#app/dns/record-values.ts";
import { recordSentence } from "#app/dns/record-words.ts";
import { shortTtl, TTL_PRESETS } from "#app/dns/ttl.ts";
import { learnTypes, TYPES, typeOf } from "#app/dns/types.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { AS_TYPED, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { TickField } from "./tick-field.tsx";

type RecordFormProps = {
  /** The form's id. */
  form: string;
  zone: string;
  /** The types that the browser's code does not have: `packRareTypes`. */
  rareTypes: string;
  action: string;
  values: RecordValues;
  hidden: Record<string, string>;
  submit: [label: string, pendingLabel: string];
  cancelTo: string;
  /** Whether the record is new: then the server may choose the CDN setting. */
  isNew?: boolean;
  /** Whether the field of the value has the focus at first. */
  hasFocus?: boolean;
  /** Links after the buttons. */
  children?: ReactNode;
};

/** The fields that a new record rarely needs: they are folded until the record exists. */
const SETTINGS: ReadonlySet<FieldName> = new Set<FieldName>(["ttl", "otherTtl", "proxied", "comment"]);

/** A DNS record: the fields of its type, and one sentence about its effect. */
export function RecordForm(props: RecordFormProps) {
  learnTypes(props.rareTypes);
  const formKey = useFormKey(props.form);
  return <Fields key={formKey} formKey={formKey} {...props} />;
}

function Fields({
  formKey,
  form,
  zone,
  action,
  values: saved,
  hidden,
  submit,
  cancelTo,
  isNew = false,
  hasFocus = false,
  children,
}: RecordFormProps & { formKey: string }) {
  const page = usePageForm<RecordValues>({ id: form, formKey, defaultValue: saved });
  const { values, isEnhanced, readInputs, chooseType } = useRecordValues(saved, page.fields, page.formProps.id);
  const isOtherShown = !isEnhanced || values.ttl === OTHER;
  const shown = fieldsOfType(values.type).filter(({ field }) => field !== "otherTtl" || isOtherShown);
  const isShown = (name: FieldName) =>
    name === "type" || name === "otherTtl" || shown.some(({ field }) => field === name);
  const problems = [
    { ...problemOf(page.fields.type), label: "Type" },
    ...shown.map(({ field, label }) => ({ ...problemOf(page.fields[field]), label })),
  ];
  const isRejected = page.message !== undefined || problems.some(({ errors }) => errors !== undefined);
  const focused = hasFocus && !isRejected ? typeOf(values.type)?.mainField : undefined;
  const fieldOf = (about: FieldAbout) => (
    // MX and SRV share a field. Its key differs by type; otherwise it would keep the value of the other type.
    <RecordField
      key={about.field === "priority" ? `${values.type} priority` : about.field}
      about={about}
      width={widthOf(about, shown)}
      isNew={isNew}
      hasFocus={about.field === focused}
      id={page.fields[about.field].id}
      value={values[about.field]}
      error={page.fields[about.field].errors?.[0]}
    />
  );
  return (
    <page.Form {...page.formProps} action={action} className="grid-form" onInput={readInputs}>
      <OwnFormProblems page={page} fields={problems} />
      <div className={BESIDE}>
        <SelectField
          id={page.fields.type.id}
          name="type"
          label="Type"
          options={TYPES.map(({ type, label }) => ({ value: type, label }))}
          error={page.fields.type.errors?.[0]}
          defaultValue={values.type}
          onChange={(event) => chooseType(event.currentTarget.value)}
        />
      </div>
      {shown.filter(({ field }) => !SETTINGS.has(field)).map(fieldOf)}
      {fieldNames()
        .filter((name) => !isShown(name) && values[name] !== "")
        .map((name) => (
          <input key={name} type="hidden" name={name} value={values[name]} />
        ))}
      <input type="hidden" name="shownType" value={values.type} />
      {Object.entries({ ...hidden, ...page.carry }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <details className="fold" open={!isNew || isRejected}>
        <summary>More settings</summary>
        <div className="grid-form">{shown.filter(({ field }) => SETTINGS.has(field)).map(fieldOf)}</div>
      </details>
      <p className="sentence" aria-live="polite">
        {recordSentence(values, zone).map(({ kind, text }, index) => {
          const Part = kind === "strong" ? "b" : "span";
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in order
          return <Part key={index}>{text}</Part>;
        })}
      </p>
      <div className="actions">
        <Button isPending={page.isPending} pendingLabel={submit[1]}>
          {page.carry.sure ? "Save anyway" : submit[0]}
        </Button>
        {page.carry.replace && (
          <Button kind="alt" name="intent" value="replace">
            {page.carry.replace}
          </Button>
        )}
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

/** The current values of the uncontrolled inputs, for the sentence and for the fields of another type. */
function useRecordValues(saved: RecordValues, fields: FormFields, formId: string) {
  const [values, setValues] = useState(() => {
    const initial = fieldNames().map((name) => [name, fields[name].initialValue ?? ""]);
    return valuesSent({ ...saved, ...Object.fromEntries(initial) });
  });
  const [isEnhanced, setIsEnhanced] = useState(false);
  useEffect(() => {
    setIsEnhanced(true);
    // Reads what the user typed and chose before hydration.
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const typed = valuesIn(form);
    setValues((before) => withType({ ...typed, type: before.type }, typed.type));
  }, [formId]);
  return {
    values,
    isEnhanced,
    readInputs: (event: FormEvent<HTMLFormElement>) => {
      const typed = valuesIn(event.currentTarget);
      setValues((before) => ({ ...typed, type: before.type }));
    },
    chooseType: (type: string) => setValues((before) => withType(before, type)),
  };
}

function valuesIn(form: HTMLFormElement): RecordValues {
  return valuesSent(Object.fromEntries(new FormData(form)));
}

type RecordFieldProps = {
  about: FieldAbout;
  /** The classes of its columns. */
  width: string;
  isNew: boolean;
  hasFocus: boolean;
  id: string;
  value: string;
  error: string | undefined;
};

const CDN_HINT = "Automatic: on for websites only. On makes the TTL Auto.";

/** One field of a record: a checkbox, a TTL select, a number, a long text or a short text. */
function RecordField(props: RecordFieldProps) {
  return (
    <div className={props.width}>
      <Control {...props} />
    </div>
  );
}

/** The columns of the type and the name: side by side, on a small phone below each other. */
const BESIDE = "min-[25rem]:col-span-3";

/** Returns the classes of a field's columns: of 6 on a phone, of 12 on a wide screen. */
function widthOf({ field, label, min }: FieldAbout, shown: readonly FieldAbout[]): string {
  if (field === "name") return BESIDE;
  const numbers = shown.filter((one) => one.min !== undefined && one.field !== "ttl").length;
  if (field === "ttl") return ["lg:col-span-3", "col-span-3"][numbers] ?? "lg:col-span-2";
  if (field === "otherTtl") return "other-ttl lg:col-span-3";
  if (field === "proxied") return "lg:col-span-4";
  if (field === "comment") {
    if (numbers > 1) return "lg:col-span-4";
    return shown.some((one) => one.field === "proxied") ? "lg:col-span-5" : "lg:col-span-7";
  }
  if (min === undefined) return "lg:col-span-6";
  // A third of a phone has room for eight letters.
  return numbers === 1 || label.length > 8 ? "col-span-3 lg:col-span-2" : "col-span-2";
}

function Control({ about, isNew, hasFocus, id, value, error }: RecordFieldProps) {
  const { field, label, hint, example, isRequired, min } = about;
  const named = { id, name: field, label, hint, error };
  if (field === "proxied" && isNew)
    return <SelectField {...named} hint={CDN_HINT} options={CDN_CHOICES} defaultValue={value} />;
  if (field === "proxied") return <TickField {...named} defaultChecked={value === "on"} />;
  const common = { ...named, defaultValue: value };
  if (field === "ttl") return <SelectField {...common} options={ttlOptions(value)} />;
  const typing = {
    ...common,
    required: isRequired,
    placeholder: example,
    isOptional: field === "comment",
    ...AS_TYPED,
    // After a client-side navigation, data-arrival gets the focus.
    ...(hasFocus && { autoFocus: true, "data-arrival": "" }),
  };
  if (label === "Text") return <LongField {...typing} rows={3} />;
  return <Field {...typing} inputMode={min === undefined ? "text" : "numeric"} />;
}

/** The preset TTLs, the record's own TTL if it is not a preset, and "Other…", which shows a field. */
function ttlOptions(value: string) {
  const own = Number(value);
  const isOther = Number.isInteger(own) && own > 0 && !TTL_PRESETS.some((preset) => preset === own);
  const ttls = [...TTL_PRESETS, ...(isOther ? [own] : [])];
  return [...ttls.map((ttl) => ({ value: String(ttl), label: shortTtl(ttl) })), { value: OTHER, label: "Other…" }];
}
