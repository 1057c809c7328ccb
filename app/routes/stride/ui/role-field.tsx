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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.75rem),1fr))] gap-2">
        {ROLES.map(({ label }) => (
          <label
            key={label}
            className="flex min-h-[48px] items-center gap-2 rounded-sm border-2 border-edge bg-surface p-2 has-checked:border-ink has-checked:bg-sunk"
          >
            <input
              className="m-0 size-5 flex-none accent-action"
              type="radio"
              name={name}
              value={label}
              defaultChecked={initialValue === label}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
