import { z } from "zod";

/** A message for the next page: the sentence after a redirect. `about` names the form it belongs to. */
export const flashSchema = z.object({
  id: z.string(),
  about: z.string(),
  title: z.string(),
  text: z.string().optional(),
  /** Where to post "undo" to, to take back what it is about. */
  undo: z.string().optional(),
  /** The page shows it itself, beside the form that it is about. */
  isNear: z.boolean().optional(),
  /** It did not go well, or nobody knows yet. */
  isUnsure: z.boolean().optional(),
});

export type FlashMessage = z.infer<typeof flashSchema>;
