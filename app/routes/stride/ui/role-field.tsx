import { ROLES } from "#app/model/school/options.ts";
import { FieldError } from "#app/ui/forms/field.tsx";

type RoleFieldProps = {
  legend: string;
  field: { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };
};

/** Who fills the form in: six choices that can all be seen. The label is what is sent, since three of them are one role. */
export function RoleField({ legend, field: { id, name, initialValue, errors } }: RoleFieldProps) {
  const error = errors?.[0];
  return (
    <fieldset className={error === undefined ? "field" : "field field-bad"} id={id}>
      <legend>{legend}</legend>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="choices">
        {ROLES.map(({ label }) => (
          <label key={label} className="choice">
            <input type="radio" name={name} value={label} defaultChecked={initialValue === label} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
