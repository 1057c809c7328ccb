import { z } from "zod";
import { cleanLine, cleanMailbox } from "#app/platform/text/clean-line.ts";
import { ONCE } from "#app/platform/text/text-characters.ts";

/** Why somebody looks at a person. Without a reason there is no page. */
export const LOOK_REASONS = [
  { value: "", label: "Select..." },
  { value: "order", label: "An order" },
  { value: "name", label: "A name that ends" },
  { value: "message", label: "A message" },
  { value: "payment", label: "A payment" },
  { value: "data-request", label: "They ask for their data" },
  { value: "closing", label: "They close the account" },
  { value: "security", label: "A matter of security" },
] as const;

export function reasonLabel(reason: unknown): string {
  return LOOK_REASONS.find(({ value }) => value === reason && value !== "")?.label ?? "no reason";
}

const REASONS = LOOK_REASONS.map(({ value }) => value).filter((value) => value !== "");
const ADDRESS = "Please type the whole address";

/** The form on the page of a person: why somebody looks. */
export const reasonSchema = z.object({ reason: z.enum(REASONS, { error: "Please say why you look" }) });

/** The form that finds a person: the exact address, and the reason. */
export const lookSchema = reasonSchema.extend({
  email: z
    .string({ error: ({ input }) => (input === undefined ? ADDRESS : ONCE) })
    .overwrite(cleanMailbox)
    .max(254, { error: ADDRESS })
    .regex(/^[^\s@]+@[^\s@]+$/, { error: ADDRESS }),
});

/** What somebody must type before something is deleted. */
export function typedSchema(error: string) {
  return z.object({ typed: z.string({ error }).overwrite(cleanLine).min(1, { error }) });
}
