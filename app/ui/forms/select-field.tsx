import type { ComponentPropsWithoutRef } from "react";
import { ariaFor, type FieldAbout, FieldGroup } from "./field.tsx";

type SelectFieldProps = FieldAbout &
  ComponentPropsWithoutRef<"select"> & { options: readonly { value: string; label: string }[] };

/** A labelled native select. */
export function SelectField({ label, hint, error, isOptional, options, ...select }: SelectFieldProps) {
  const about = { id: select.id, label, hint, error, isOptional };
  return (
    <FieldGroup {...about}>
      <select {...select} {...ariaFor(about)} className="input">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldGroup>
  );
}
