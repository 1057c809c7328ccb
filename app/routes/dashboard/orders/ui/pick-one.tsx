import { formatKsh, formatUsd } from "#app/model/money.ts";
import type { Choice } from "#app/model/order.ts";
import { FieldError } from "#app/ui/forms/field.tsx";

type PickOneProps = {
  /** Of the first choice, which an error leads to. */
  id: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  /** The one that is picked at first. */
  picked: string | undefined;
  error: string | undefined;
};

/** One choice of several, each a row with what it is and what it costs. */
export function PickOne({ id, name, legend, choices, picked, error }: PickOneProps) {
  return (
    <fieldset className="pickone" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choices.map(({ value, label, note, price }, index) => (
        <label key={value}>
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={value}
            defaultChecked={value === picked}
            aria-invalid={error !== undefined || undefined}
          />
          <span>
            <b>{label}</b>
            {note !== undefined && <small>{note}</small>}
          </span>
          {price && (
            <span>
              <b>{formatKsh(price.ksh)}</b>
              <small>≈ US${formatUsd(price.usdCents)}</small>
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
