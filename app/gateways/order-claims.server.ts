import { z } from "zod";
import { dayNumber, startOfDay } from "#app/model/nairobi-day.ts";
import { ORDER_KINDS, type Order } from "#app/model/order.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { type Query, readRows } from "./supabase/rows.server.ts";

/** Row limit of a database reply. */
const MAX_COUNTED = 1000;
const NOT_REACHED = "our database did not answer";

const claimedSchema = z
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
export type ClaimedOrder = z.infer<typeof claimedSchema>;

/**
 * Claims a requested order by marking it processing. One database statement decides, so exactly one of any number of
 * processes gets it; the others get null. Fails if the database did not answer: then it is unknown whether the order
 * is marked. Source: docs/product.md, "Orders".
 */
export async function claimOrder(id: string): Promise<Result<ClaimedOrder | null>> {
  const table = trustedClient().from("orders");
  const update = table.update({ status: "processing" }).eq("id", id).eq("status", "requested");
  const rows = await read(update.select("id,user_id,kind,domain,payload,idempotency_key"), claimedSchema);
  return rows ? success(rows[0] ?? null) : failure(0, NOT_REACHED, true);
}

type OrderOutcome = { status: "done" | "requested" } | { status: "failed"; reason: string };

/**
 * Stores the outcome of a claimed order, or returns it to "requested". Returns false if that failed, or somebody of the agency
 * has taken the order since: it stays processing.
 */
export async function settleOrder(id: string, ending: OrderOutcome): Promise<boolean> {
  const table = trustedClient().from("orders");
  const update = table.update(ending).eq("id", id).eq("status", "processing").is("taken_by", null);
  const rows = await read(update.select("id"), z.object({ id: z.string() }));
  return rows?.length === 1;
}

/**
 * Returns the total price in KSh of all customers' orders of this day in Nairobi that are processing or done, without
 * this one. Fails if the database failed, or there are a thousand orders.
 */
export async function sumSentOrders({ id }: Pick<Order, "id">, now: Date): Promise<Result<number>> {
  const table = trustedClient().from("orders");
  const others = table
    .select("price_ksh")
    .gte("created_at", startOfDay(dayNumber(now)).toISOString())
    .in("status", ["processing", "done"])
    .neq("id", id)
    .retry(false);
  const rows = await read(others.limit(MAX_COUNTED), z.object({ price_ksh: z.number() }));
  if (!rows) return failure(0, NOT_REACHED);
  if (rows.length === MAX_COUNTED) return failure(0, "too many orders today to add up");
  return success(rows.reduce((sum, row) => sum + row.price_ksh, 0));
}

function read<T>(query: Query, row: z.ZodType<T>): Promise<T[] | undefined> {
  return readRows(query, row, "orders not read or written");
}
