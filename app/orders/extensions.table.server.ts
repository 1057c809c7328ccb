import { z } from "zod";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { SERVICE_KINDS } from "#app/services/service.ts";
import type { NewBill } from "./orders.table.server.ts";

const PAGE = 100;
const SAME_MS = 24 * 3600_000;

const endingSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    kind: z.enum(SERVICE_KINDS),
    domain: z.string(),
    plan: z.string(),
    seats: z.number().nullable(),
    renew_ksh: z.number().nullable(),
    next_plan: z.string().nullable(),
    next_seats: z.number().nullable(),
  })
  .transform(({ id, user_id, kind, domain, plan, seats, renew_ksh, next_plan, next_seats }) => ({
    ...{ id, userId: user_id, kind, domain, plan, seats },
    ...{ renewKsh: renew_ksh, nextPlan: next_plan, nextSeats: next_seats },
  }));
/** A service whose next year nobody has ordered, and which ends within thirty days or has ended. */
export type EndingService = z.infer<typeof endingSchema>;

/** Returns a page of services whose next year is to be ordered, after the service `after`; an empty list at the end. */
export async function listServicesToExtend(now: Date, after: string | undefined): Promise<EndingService[]> {
  const values = { today: dateOf(dayNumber(now)).iso, after_service: after ?? null, max_rows: PAGE };
  const query = trustedClient().rpc("services_to_extend", values);
  return (await pollRows(query, endingSchema, "services to extend not read")) ?? [];
}

/**
 * Stores the order for the next year of a service and its bill, which the site opens. If such an order is open, nothing is
 * stored. The plan and seats are those whose price was read: the database refuses them if the customer has chosen others
 * meanwhile. Returns false if it was not stored; the next run tries again.
 */
export async function openExtension(
  service: EndingService,
  order: { id: string; ksh: number },
  bill: NewBill,
  now: Date,
) {
  const { id, userId, domain, plan, seats, nextPlan, nextSeats } = service;
  const payload = { plan: nextPlan ?? plan, ...(seats !== null && { seats: nextSeats ?? seats }) };
  const placed = {
    new_orders: [
      { id: order.id, kind: "extend", domain, payload, user_id: userId, price_ksh: order.ksh, service_id: id },
    ],
    bill,
    opened_by: "site",
    done_since: new Date(now.getTime() - SAME_MS).toISOString(),
    // The day's limit is one of customers.
    ...{ day_start: now.toISOString(), max_submissions: 1, delay_seconds: 0, messages: [] },
  };
  const { error } = await callWithMails("place_orders", placed, []);
  if (error) log.error({ service: id, reason: error.message }, "next year of a service not ordered");
  return error === null;
}
