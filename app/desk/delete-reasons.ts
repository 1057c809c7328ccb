/** Why staff delete a message. The log keeps the value. */
export const DELETE_REASONS = [
  { value: "spam", label: "Spam" },
  { value: "test", label: "A test" },
  { value: "asked", label: "The sender asked for it" },
] as const;

/** Returns why a message was deleted, in words. */
export function deleteReasonLabel(reason: unknown): string {
  return DELETE_REASONS.find(({ value }) => value === reason)?.label ?? "no reason";
}
