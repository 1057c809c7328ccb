import type { RecordField as About } from "#app/model/dns/record-values.ts";
import { shortTtl, TTL_PRESETS } from "#app/model/dns/ttl.ts";
import { AS_TYPED } from "#app/ui/forms/as-typed.ts";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TickField } from "./tick-field.tsx";

type RecordFieldProps = { about: About; id: string; value: string; error: string | undefined };

/** One field of a record's form, drawn as what it holds: a number, a TTL to choose, a box to tick, a long text or a short. */
export function RecordField(props: RecordFieldProps) {
  return (
    <div className={widthOf(props.about)}>
      <Control {...props} />
    </div>
  );
}

/** Columns of six on a phone, and of twelve where there is room. */
function widthOf({ field, min }: About): string {
  if (field === "name" || field === "ttl" || field === "otherTtl") return "w3 m3";
  return min === undefined ? "m6" : "w2 m2";
}

function Control({ about, id, value, error }: RecordFieldProps) {
  const { field, label, hint, example, isRequired, min } = about;
  const named = { id, name: field, label, hint, error };
  if (field === "proxied") return <TickField {...named} defaultChecked={value === "on"} />;
  const common = { ...named, defaultValue: value };
  if (field === "ttl") return <SelectField {...common} options={ttlOptions(value)} />;
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
  return [...TTL_PRESETS, ...(isOther ? [own] : [])].map((ttl) => ({ value: String(ttl), label: shortTtl(ttl) }));
}
