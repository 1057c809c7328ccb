import { z } from "zod";
import type { LastDone, TrailLine } from "./trail.ts";

const detailSchema = z.record(z.string(), z.unknown());

export const trailSchema: z.ZodType<TrailLine[]> = z.array(
  z.object({ at: z.string(), who: z.string(), did: z.string(), detail: detailSchema, note: z.string().nullable() }),
);

/** Who did it last, of a form that came too late. Null if nobody did. */
export const lastSchema: z.ZodType<LastDone | null> = z
  .object({ did: z.string(), who: z.string(), at: z.string(), detail: detailSchema, is_again: z.boolean() })
  .transform(({ is_again, ...last }) => ({ ...last, isAgain: is_again }))
  .nullable();
