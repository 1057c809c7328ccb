import { z } from "zod";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";

/** Another order of the customer whose order or message a page shows. `at`: its last change (ISO 8601). `isPaid`: null without a bill. */
export type OtherOrder = z.infer<typeof otherOrderSchema>;
/** Another message from the address of that customer. `at`: the last text or action in it (ISO 8601). */
export type OtherMessage = z.infer<typeof otherMessageSchema>;

export const otherOrderSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ORDER_KINDS),
    domain: z.string(),
    status: z.enum(ORDER_STATES),
    price_ksh: z.number(),
    updated_at: z.string(),
    is_paid: z.boolean().nullable(),
  })
  .transform(({ price_ksh, updated_at, is_paid, ...order }) => ({
    ...order,
    ...{ priceKsh: price_ksh, at: updated_at, isPaid: is_paid },
  }));

export const otherMessageSchema = z
  .object({
    id: z.string(),
    subject: z.string(),
    state: z.enum(["new", "taken", "answered", "closed"]),
    touched_at: z.string(),
  })
  .transform(({ touched_at, ...message }) => ({ ...message, at: touched_at }));
