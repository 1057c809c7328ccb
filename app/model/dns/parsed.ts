/** What was typed, read: the value in the form that is sent, or a plain message for whoever typed it. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; message: string };

export function valid<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

export function invalid(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
