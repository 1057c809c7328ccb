import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Icon } from "#app/ui/primitives/icons.tsx";

export type FieldAbout = {
  id: string;
  label: string;
  hint?: string;
  /** The error of the value. The control refers to it with aria-describedby. */
  error?: string | undefined;
  isOptional?: boolean;
};

/** A labelled input. All other props, such as conform's `inputProps`, go to the input element. */
export function Field({ label, hint, error, isOptional, ...input }: FieldAbout & ComponentPropsWithoutRef<"input">) {
  const about = { id: input.id, label, hint, error, isOptional };
  return (
    <FieldGroup {...about}>
      <input {...input} {...ariaFor(about)} className="input" />
    </FieldGroup>
  );
}

/** A labelled textarea. */
export function LongField({
  label,
  hint,
  error,
  isOptional,
  ...area
}: FieldAbout & ComponentPropsWithoutRef<"textarea">) {
  const about = { id: area.id, label, hint, error, isOptional };
  return (
    <FieldGroup {...about}>
      <textarea {...area} {...ariaFor(about)} className="input" />
    </FieldGroup>
  );
}

type Given = Pick<FieldAbout, "id" | "label"> & { [Name in "hint" | "error" | "isOptional"]: FieldAbout[Name] };

/** Label, hint and error around a control of any kind. */
export function FieldGroup({ id, label, hint, error, isOptional, children }: Given & { children: ReactNode }) {
  return (
    <div className={error === undefined ? "field" : "field field-bad"}>
      <label htmlFor={id}>
        {label}
        {isOptional && " (optional)"}
      </label>
      {hint !== undefined && (
        <p className="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  );
}

/** A bold error message with an icon; the control's aria-describedby names `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon name="warning" />
      {children}
    </p>
  );
}

/** The ARIA props of a field's control. */
export function ariaFor({ id, hint, error }: Given) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return { "aria-invalid": error !== undefined || undefined, "aria-describedby": ids.join(" ") || undefined };
}
