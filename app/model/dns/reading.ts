/** What was typed, read: the value in the form that is sent, or a plain message for whoever typed it. */
export type Reading<Value> = { ok: true; value: Value } | { ok: false; message: string };

export function read<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

export function wrong(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
