import { MAX_16_BITS } from "../whole-number.ts";

/** How a field is drawn. `min` and `max` belong to whole numbers; `example` is for a placeholder. */
export type TypeField<Field extends string> = {
  field: Field;
  label: string;
  hint: string;
  example: string;
  isRequired: boolean;
  min?: number;
  max?: number;
};

/** A field for a text, which must be filled in. */
export function textField<Field extends string>(
  field: Field,
  label: string,
  hint: string,
  example: string,
): TypeField<Field> {
  return { field, label, hint, example, isRequired: true };
}

/** A field for a whole number from 0 to 65535. */
export function numberField<Field extends string>(
  field: Field,
  label: string,
  hint: string,
  example: string,
): TypeField<Field> {
  return { ...textField(field, label, hint, example), min: 0, max: MAX_16_BITS };
}
