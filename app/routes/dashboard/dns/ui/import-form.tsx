import { useState } from "react";
import { type ImportMode, LEAVE_OUT } from "#app/dns/zone-file/import-options.ts";
import { isReplyTo } from "#app/platform/http/form-reply.ts";
import { Field, FieldError, LongField } from "#app/ui/forms/field.tsx";
import { AS_TYPED, controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";

export const IMPORT_FORM = "import";

const TEXT = "Text of the file";
const MODE = "What should we do?";

const MODES: readonly { mode: ImportMode; label: string; hint: string }[] = [
  { mode: "add", label: "Add what is missing", hint: "Your records here stay as they are." },
  {
    mode: "replace",
    label: "Replace records that are in the file",
    hint: "Records with the same name and type are replaced. All others stay.",
  },
  {
    mode: "exact",
    label: "Make your records exactly like the file",
    hint: "Records that are not in the file are deleted, except types you can’t change here.",
  },
];

/** The form that imports a zone file: a text or a file, and how to merge it. */
export function ImportForm({ path }: { path: string }) {
  const formKey = useFormKey(IMPORT_FORM);
  return <FileForm key={formKey} formKey={formKey} path={path} />;
}

function FileForm({ formKey, path }: { formKey: string; path: string }) {
  const page = usePageForm({ id: IMPORT_FORM, formKey, defaultValue: { text: "", mode: "add" } });
  const { text, mode } = page.fields;
  const { file, text: fileText } = useLastFile(page);
  const problems = [
    { ...problemOf(text), label: TEXT },
    { ...problemOf(mode), label: MODE },
  ];
  return (
    <page.Form {...page.formProps} action={`${path}/import`} encType="multipart/form-data" className="form zone-file">
      <OwnFormProblems page={page} fields={problems} />
      {/*
       * After a file upload the key changes: the first field then has the text of the file, and the file is not sent again.
       */}
      <div key={file} className="form">
        <LongField
          {...controlProps(text)}
          {...AS_TYPED}
          defaultValue={fileText ?? text.initialValue}
          label={TEXT}
          hint="Open the file, copy everything and paste it here."
          rows={10}
          wrap="off"
          placeholder="www 3600 IN A 41.90.64.12"
        />
        <Field
          id={`${IMPORT_FORM}-file`}
          name="file"
          type="file"
          label="Or choose the file"
          hint="At most 256 KB and 1,000 records. The file replaces the text above."
        />
      </div>
      <ModeChoice id={mode.id} chosen={mode.initialValue ?? "add"} error={mode.errors?.[0]} />
      <p className="quiet">TTL, CDN and notes stay as they are, unless the file has others.</p>
      <div className="actions">
        <Button isPending={page.isPending} pendingLabel="Reading">
          Show what will change
        </Button>
        {page.carry.other !== undefined && (
          <Button kind="alt" name="as" value={page.carry.other}>
            Read it as mine
          </Button>
        )}
        {page.carry.isMixed && (
          <Button kind="alt" name="as" value={LEAVE_OUT}>
            Leave out {page.carry.other}
          </Button>
        )}
        <ButtonLink kind="alt" to={path} preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </page.Form>
  );
}

type Page = Pick<ReturnType<typeof usePageForm>, "carry" | "data">;

/**
 * Returns the file of the last reply, with its text. The fields are re-created only for another file, so that later input
 * stays; Conform does not update the default value of a mounted field.
 */
function useLastFile({ carry: { file }, data }: Page): { file?: string | undefined; text?: string | undefined } {
  const text = isReplyTo(IMPORT_FORM, data) ? data.result.initialValue?.text : undefined;
  const now = { file, text: typeof text === "string" ? text : undefined };
  const [last, setLast] = useState<Partial<typeof now>>(file === undefined ? {} : now);
  if (file === undefined || file === last.file) return last;
  setLast(now);
  return now;
}

type ModeChoiceProps = { id: string; chosen: string; error: string | undefined };

/** The first radio button has the id of the field, which an error links to. */
function ModeChoice({ id, chosen, error }: ModeChoiceProps) {
  return (
    <fieldset className={error === undefined ? "field" : "field field-bad"}>
      <legend>{MODE}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {MODES.map(({ mode, label, hint }, index) => (
        <label key={mode} className="tick">
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${mode}`}
            name="mode"
            value={mode}
            defaultChecked={chosen === mode}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          />
          <span>
            <b>{label}</b>
            <small className="quiet">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
