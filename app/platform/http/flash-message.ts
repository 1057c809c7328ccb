import { z } from "zod";

/** A message that a redirect leaves for the next page. `about` is the id of the form it belongs to. */
export const flashSchema = z.object({
  id: z.string(),
  about: z.string(),
  title: z.string(),
  text: z.string().optional(),
  /** The URL that reverts the change, with an "undo" button. */
  undo: z.string().optional(),
  /** A link to the next step. */
  next: z.object({ to: z.string(), label: z.string() }).optional(),
  /** The id of the DNS record that was saved. The list scrolls to it and tints it. */
  record: z.string().optional(),
  /** Whether the page itself shows the message, beside the form that the message is about. */
  isInline: z.boolean().optional(),
  /** Whether the outcome is a failure or unknown. */
  isUnsure: z.boolean().optional(),
});

export type FlashMessage = z.infer<typeof flashSchema>;
