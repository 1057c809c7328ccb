/**
 * The result of reading user input: a normalized value, or a message for the user. Not a `Result`: there is no HTTP
 * status.
 */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; message: string };

export function valid<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

export function invalid(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

/**
 * Returns the value that was read from a field. If it is invalid, adds its message to the field's problems and returns
 * `otherwise`.
 */
export type Unwrap<Field extends string> = <Value>(field: Field, result: Parsed<Value>, otherwise: Value) => Value;

/** Returns an `Unwrap` that adds to these problems. */
export function unwrapInto<Field extends string>(problems: { field: Field; message: string }[]): Unwrap<Field> {
  return (field, result, otherwise) => {
    if (result.ok) return result.value;
    problems.push({ field, message: result.message });
    return otherwise;
  };
}
