import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import type { Result } from "#app/platform/result.ts";
import { distanceFromNowMs } from "#app/platform/text/monotonic-clock.ts";
import type { Order } from "./order.ts";
import {
  ORDER_COLUMNS,
  type OrderedThing,
  readOrders,
  SAME_MS,
  type StoredOrder,
  withBills,
} from "./orders.table.server.ts";

/**
 * Returns a list with the customer's last order of a kind and name, or an empty list. Takes the customer's own
 * client.
 */
export async function findLastOrder(supabase: Supabase, order: OrderedThing): Promise<Result<Order[]>> {
  return withBills(supabase, order.userId, await latestSame(order, supabase));
}

/** Returns the same order if it is open or younger than a day; undefined also if the database does not answer. */
export async function findSameOrder(order: OrderedThing, now = nowDate()): Promise<StoredOrder | undefined> {
  const [last] = (await latestSame(order)) ?? [];
  return last && isSame(last, now) ? last : undefined;
}

async function latestSame({ userId, kind, domain }: OrderedThing, supabase: Supabase = trustedClient()) {
  const table = supabase.from("orders");
  const alike = table.select(ORDER_COLUMNS).eq("user_id", userId).eq("kind", kind).eq("domain", domain);
  return readOrders(alike.order("created_at", { ascending: false }).limit(1));
}

function isSame({ status, createdAt }: Order, now: Date): boolean {
  const isOpen = status === "requested" || status === "processing";
  return isOpen || (status === "done" && distanceFromNowMs(Date.parse(createdAt), now.getTime()) < SAME_MS);
}
