import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";

/** A form field. `min` and `max` are for whole numbers; `example` is the placeholder. */
export type TypeField<Field extends string> = {
  field: Field;
  label: string;
  hint: string;
  example: string;
  isRequired: boolean;
  min?: number;
  max?: number;
};

/** Returns a required text field. */
export function textField<Field extends string>(
  field: Field,
  label: string,
  hint: string,
  example: string,
): TypeField<Field> {
  return { field, label, hint, example, isRequired: true };
}

/** Returns a required field for a whole number from 0 to 65535. */
export function numberField<Field extends string>(
  field: Field,
  label: string,
  hint: string,
  example: string,
): TypeField<Field> {
  return { ...textField(field, label, hint, example), min: 0, max: MAX_16_BITS };
}

/** Priorities, weights and ports are 16 bits. RFC 1035, section 3.3.9; RFC 2782. */
export const MAX_16_BITS = 65_535;

type Limits = { what: string; max: number; example: string };

/** Returns a typed whole number from 0 to `max`. `what` begins the messages: "The priority". */
export function readWholeNumber(typed: string | undefined, { what, max, example }: Limits): Parsed<number> {
  const text = cleanInput(typed ?? "");
  if (text === "") return invalid(`${what} is missing. Type a whole number, such as ${example}.`);
  if (/^-\d+(\.\d+)?$/.test(text))
    return invalid(`${what} cannot be below 0. Type a whole number, such as ${example}.`);
  if (!/^\d+$/.test(text)) return invalid(`${what} is a whole number, such as ${example}.`);
  const value = Number(text);
  return value > max
    ? invalid(`${what} can be at most ${max}. Type a smaller number, such as ${example}.`)
    : valid(value);
}

/** The priority of a new MX record. */
export const DEFAULT_PRIORITY = 10;

export const PRIORITY = numberField("priority", "Priority", "The lowest is tried first.", String(DEFAULT_PRIORITY));

export function readPriority(typed: string | undefined): Parsed<number> {
  return readWholeNumber(typed, { what: "The priority", max: MAX_16_BITS, example: PRIORITY.example });
}
