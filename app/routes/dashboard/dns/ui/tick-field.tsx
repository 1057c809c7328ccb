import type { ComponentPropsWithoutRef } from "react";
import { ariaFor, type FieldAbout, FieldError } from "#app/ui/forms/field.tsx";

/** A checkbox with its label and hint. */
export function TickField({ label, hint, error, ...input }: FieldAbout & ComponentPropsWithoutRef<"input">) {
  const { id } = input;
  return (
    <div className={error === undefined ? "field" : "field field-bad"}>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <label className="tick">
        <input type="checkbox" {...input} {...ariaFor({ id, label, hint: undefined, error, isOptional: undefined })} />
        <span>
          <b>{label}</b>
          <small className="quiet">{hint}</small>
        </span>
      </label>
    </div>
  );
}
