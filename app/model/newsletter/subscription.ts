import { z } from "zod";
import { mailbox, oneLine } from "../one-line.ts";

const MAX_NAME = 100;
const NOTHING = "Please send this field once, as plain text";

/**
 * The newsletter's form. The address is in small letters, because readers are known by it; a name that was not typed is
 * an empty text. Source: docs/product.md, "Newsletter".
 */
export const subscriptionSchema = z.object({
  email: mailbox().toLowerCase(),
  firstName: oneLine(MAX_NAME, NOTHING).default(""),
  lastName: oneLine(MAX_NAME, NOTHING).default(""),
});

export type Subscription = z.infer<typeof subscriptionSchema>;
