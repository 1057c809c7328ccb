import { z } from "zod";
import { mailbox, oneLine } from "#app/platform/text/one-line.ts";

const MAX_NAME = 100;
const ONE_TEXT = "Please send this field once, as plain text";

/**
 * The newsletter form. The address is lower-cased, because it identifies the subscriber; a missing name becomes "". Source:
 * docs/product/contact-and-newsletter.md, "Newsletter".
 */
export const subscriptionSchema = z.object({
  email: mailbox().toLowerCase(),
  firstName: oneLine(MAX_NAME, ONE_TEXT).default(""),
  lastName: oneLine(MAX_NAME, ONE_TEXT).default(""),
});

export type Subscription = z.infer<typeof subscriptionSchema>;
