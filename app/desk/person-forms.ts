import { z } from "zod";
import { cleanLine, cleanMailbox } from "#app/platform/text/clean-line.ts";
import { ONCE } from "#app/platform/text/text-characters.ts";
import { LOOK_REASONS } from "./view-reasons.ts";

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
