import type { Choice } from "#app/orders/order.ts";
import { formatKsh, formatUsd } from "#app/platform/money.ts";
import { FieldError } from "#app/ui/forms/field.tsx";

type ChoiceListProps = {
  /** The id of the first choice, which an error links to. */
  id: string;
  name: string;
  legend: string;
  choices: readonly Choice[];
  /** The choice that is selected at first. */
  picked: string | undefined;
  error: string | undefined;
};

/** More choices than this are folded; then this many are shown. */
const FOLDED_ABOVE = 5;
const SHOWN_FIRST = 3;

/** Radio buttons with a price each. Of many choices, all but the first few are folded. */
export function ChoiceList({ id, name, legend, choices, picked, error }: ChoiceListProps) {
  const unfolded = choices.length > FOLDED_ABOVE ? SHOWN_FIRST : choices.length;
  const rest = choices.slice(unfolded);
  const row = ({ value, label, note, price, isYearly }: Choice, index: number) => (
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
          <b>
            {formatKsh(price.ksh)}
            {isYearly && " a year"}
          </b>
          <small>≈ US${formatUsd(price.usdCents)}</small>
        </span>
      )}
    </label>
  );
  return (
    <fieldset className="pickone" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {choices.slice(0, unfolded).map(row)}
      {rest.length > 0 && (
        <details open={rest.some(({ value }) => value === picked)}>
          <summary>
            More: {rest[0]?.label} to {rest.at(-1)?.label}
          </summary>
          {rest.map((choice, index) => row(choice, index + unfolded))}
        </details>
      )}
    </fieldset>
  );
}
