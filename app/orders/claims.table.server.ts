import { z } from "zod";
import { ORDER_KINDS } from "#app/domains/order-kinds.ts";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { type Query, readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import type { Order } from "./order.ts";

/** The longest note that the database stores. */
const MAX_NOTE = 2000;
const NOT_REACHED = "our database did not answer";

const orderSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    kind: z.enum(ORDER_KINDS),
    domain: z.string(),
    payload: z.record(z.string(), z.unknown()),
    idempotency_key: z.string(),
  })
  .transform(({ user_id, idempotency_key, ...order }) => ({
    ...order,
    userId: user_id,
    idempotencyKey: idempotency_key,
  }));

/** An order that this process has claimed. Its payload may contain a transfer code. */
export type ClaimedOrder = z.infer<typeof orderSchema>;

const claimSchema = z
  .discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("claimed"), order: orderSchema }),
    z.object({ outcome: z.enum(["busy", "shared"]) }),
  ])
  .nullable();

/**
 * Claims a requested order by marking it processing. The database decides, so exactly one process gets the order; any other gets
 * null. "busy": another order for the same name is at the provider. "shared": the name is another customer's, too. Fails if the
 * database did not answer; then the order may be marked or not. Source: docs/product/orders.md, "Orders".
 */
export async function claimOrder(id: string): Promise<Result<z.output<typeof claimSchema>>> {
  const { data, error } = await runQuery(
    trustedClient().rpc("claim_order", { order_id: id, at: nowDate().toISOString() }),
  );
  const claim = error ? undefined : claimSchema.safeParse(data);
  if (claim?.success) return success(claim.data);
  log.error({ order: id, reason: error?.message ?? "unreadable" }, "order not claimed");
  return failure(0, NOT_REACHED, true);
}

type OrderOutcome = { status: "done" | "requested" } | { status: "failed"; reason: string };

/**
 * Stores the outcome of a claimed order, or returns it to "requested". Returns false if that failed, or if a member of staff
 * has taken the order since. The order then stays "processing".
 */
export async function settleOrder(id: string, ending: OrderOutcome): Promise<boolean> {
  const table = trustedClient().from("orders");
  // The provider did not take an order that is released, so the order does not count for the day's total.
  const asked = ending.status === "requested" ? { asked_at: null } : {};
  const update = table
    .update({ ...ending, ...asked })
    .eq("id", id)
    .eq("status", "processing")
    .is("taken_by", null);
  const rows = await read(update.select("id"), z.object({ id: z.string() }));
  return rows?.length === 1;
}

/**
 * Returns the total price in KSh of all customers' orders that the site has asked the provider for on this day in Nairobi,
 * except this order. Fails if the database failed.
 */
export async function sumAskedOrders({ id }: Pick<Order, "id">, now: Date): Promise<Result<number>> {
  const since = startOfDay(dayNumber(now)).toISOString();
  const { data, error } = await runQuery(trustedClient().rpc("sum_asked_orders", { since, except_order: id }));
  return error || typeof data !== "number" ? failure(0, NOT_REACHED) : success(data);
}

/** Adds a note of the site to an order at the desk, such as the provider's own words. A failure is logged. */
export async function addSiteNote(
  { id, kind = "order" }: { id: string; kind?: "order" | "service" },
  body: string,
): Promise<void> {
  const note = { about_kind: kind, about_id: id, author: "The site", body: body.slice(0, MAX_NOTE) };
  const { error } = await runQuery(trustedClient().from("desk_notes").insert(note));
  if (error) log.error({ [kind]: id, reason: error.message }, "note of the site not kept");
}

function read<T>(query: Query, row: z.ZodType<T>): Promise<T[] | undefined> {
  return readRows(query, row, "orders not read or written");
}
