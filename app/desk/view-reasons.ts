/** Why somebody looks at a person. Without a reason there is no page. */
export const LOOK_REASONS = [
  { value: "", label: "Select..." },
  { value: "order", label: "An order" },
  { value: "message", label: "A message" },
  { value: "payment", label: "A payment" },
  { value: "data-request", label: "They ask for their data" },
  { value: "closing", label: "They close the account" },
  { value: "security", label: "A matter of security" },
] as const;

export function reasonLabel(reason: unknown): string {
  return LOOK_REASONS.find(({ value }) => value === reason && value !== "")?.label ?? "no reason";
}
