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

/** Of more choices than fit a phone, so many stand there at first. */
const MOST = 5;
const FIRST = 3;

/** One choice of several, each a row with what it is and what it costs. Of many, the first few; the others fold out. */
export function PickOne({ id, name, legend, choices, picked, error }: PickOneProps) {
  const shown = choices.length > MOST ? FIRST : choices.length;
  const rest = choices.slice(shown);
  const row = ({ value, label, note, price }: Choice, index: number) => (
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
  );
  return (
    <fieldset className="pickone" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choices.slice(0, shown).map(row)}
      {rest.length > 0 && (
        <details open={rest.some(({ value }) => value === picked)}>
          <summary>
            More: {rest[0]?.label} to {rest.at(-1)?.label}
          </summary>
          {rest.map((choice, index) => row(choice, index + shown))}
        </details>
      )}
    </fieldset>
  );
}
