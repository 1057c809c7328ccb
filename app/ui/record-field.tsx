import type { RecordField as About } from "#app/model/dns/record-fields.ts";
import { TTL_PRESETS, ttlWords } from "#app/model/dns/ttl.ts";
import { AS_TYPED } from "./as-typed.ts";
import { ariaFor, Field, FieldError, LongField } from "./field.tsx";
import { SelectField } from "./select-field.tsx";

type RecordFieldProps = { about: About; id: string; value: string; error: string | undefined };

/** One field of a record's form, drawn as what it holds: a number, a TTL to choose, a box to tick, a long text or a short. */
export function RecordField({ about, id, value, error }: RecordFieldProps) {
  const { field, label, hint, example, isRequired, min } = about;
  const common = { id, name: field, label, hint, error, defaultValue: value };
  if (field === "ttl") return <SelectField {...common} options={ttlOptions(value)} />;
  if (field === "proxied") {
    return (
      <div className={error === undefined ? "field" : "field field-bad"}>
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <label className="tick">
          <input
            type="checkbox"
            {...ariaFor({ id, label, hint: undefined, error, isOptional: undefined })}
            id={id}
            name={field}
            defaultChecked={value === "on"}
          />
          <span>
            <b>{label}</b>
            <small className="quiet">{hint}</small>
          </span>
        </label>
      </div>
    );
  }
  const typing = {
    ...common,
    required: isRequired,
    placeholder: example,
    ...AS_TYPED,
  };
  if (label === "Text") return <LongField {...typing} rows={3} />;
  return <Field {...typing} inputMode={min === undefined ? "text" : "numeric"} />;
}

/** The presets, and what the record has if it is none of them. */
function ttlOptions(value: string) {
  const own = Number(value);
  const isOther = Number.isInteger(own) && own > 0 && !TTL_PRESETS.some((preset) => preset === own);
  return [...TTL_PRESETS, ...(isOther ? [own] : [])].map((ttl) => ({ value: String(ttl), label: ttlWords(ttl) }));
}
