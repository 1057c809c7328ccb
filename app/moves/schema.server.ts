import { z } from "zod";
import { reasonField } from "#app/desk/form-fields.ts";
import { mailbox } from "#app/platform/text/one-line.ts";
import { passwordSchema } from "#app/requests/schema.server.ts";

/** The receiver's address, in lower case. `own` is the giver's, which is no other account. */
function receiverField(own: string) {
  return mailbox()
    .overwrite((address) => address.toLowerCase())
    .refine((address) => address !== own.toLowerCase(), {
      error: "The name is in the account of this address already",
    });
}

/** The form by which a customer gives a domain away. `own`: their address. */
export function giveSchema(own: string) {
  return passwordSchema.extend({ receiver: receiverField(own) });
}

/** The form by which staff begin that for a customer, with the reason for the log. */
export function deskGiveSchema(own: string) {
  return z.object({ receiver: receiverField(own), reason: reasonField });
}

/** The form by which staff end a move: the one that the page showed. */
export const deskStopSchema = z.object({ move: z.string().max(36).default(""), reason: reasonField });

/** The hidden field of a form about a move. */
export const moveIdSchema = z.uuid();
