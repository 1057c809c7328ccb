import type { ComponentPropsWithoutRef } from "react";
import { ariaFor, type FieldAbout, FieldGroup } from "./field.tsx";

type SelectFieldProps = FieldAbout &
  ComponentPropsWithoutRef<"select"> & { options: readonly { value: string; label: string }[] };

/** A labelled list to choose one from: the phone's own, which works without scripts. */
export function SelectField({ label, hint, error, isOptional, options, defaultValue, ...select }: SelectFieldProps) {
  const about = { id: select.id, label, hint, error, isOptional };
  // A field that was sent twice comes back as a list, and none of it was chosen.
  const chosen = typeof defaultValue === "object" ? undefined : defaultValue;
  return (
    <FieldGroup {...about}>
      <select {...select} defaultValue={chosen} {...ariaFor(about)} className="input">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldGroup>
  );
}
