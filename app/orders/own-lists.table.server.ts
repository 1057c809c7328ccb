import { DONE_ORDER_DAYS } from "#app/domains/renewal-days.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { REPLY_ROWS, readAllRows, rowsAfter } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { PageKey } from "#app/platform/text/page-key.ts";
import type { Order } from "./order.ts";
import { ORDER_COLUMNS, readOrders, type StoredOrder, storedSchema, withBills } from "./orders.table.server.ts";

const NOT_READ = "Your orders could not be read. Please try again.";
/** How many orders one page of the customer's list has. */
export const OWN_ORDERS_A_PAGE = 50;
const DAY_MS = 24 * 3600_000;

/** A page of orders; `next`: the key of its last order, if there are older ones. */
export type OrderPage = { orders: Order[]; next: PageKey | undefined };

/** Returns a customer's orders after a key, newest first, without payloads. Takes the customer's own client. */
export async function listOrders(supabase: Supabase, userId: string, after?: PageKey): Promise<Result<OrderPage>> {
  const own = supabase.from("orders").select(ORDER_COLUMNS).eq("user_id", userId);
  const later = after ? own.or(rowsAfter("created_at", after, true)) : own;
  const sorted = later.order("created_at", { ascending: false }).order("id", { ascending: false });
  const rows = await readOrders(sorted.limit(OWN_ORDERS_A_PAGE + 1));
  const found = await withBills(supabase, userId, rows?.slice(0, OWN_ORDERS_A_PAGE));
  if (!found.ok) return found;
  const last = rows && rows.length > OWN_ORDERS_A_PAGE ? rows[OWN_ORDERS_A_PAGE - 1] : undefined;
  return success({ orders: found.value, next: last && { at: last.createdAt, key: last.id } });
}

/**
 * Returns all orders of a customer that the state of a name depends on, newest first: those that are open, and those that
 * changed within the days for which a done renewal counts. Takes the customer's own client.
 */
export async function listCurrentOrders(supabase: Supabase, userId: string, now: Date): Promise<Result<Order[]>> {
  const since = new Date(now.getTime() - (DONE_ORDER_DAYS + 1) * DAY_MS).toISOString();
  const page = (last: StoredOrder | undefined) => {
    const own = supabase.from("orders").select(ORDER_COLUMNS).eq("user_id", userId);
    const current = own.or(`status.in.(requested,processing),updated_at.gt."${since}"`);
    return (last ? current.gt("id", last.id) : current).order("id").limit(REPLY_ROWS);
  };
  const rows = await readAllRows(page, storedSchema, "orders not read");
  if (!rows) return failure(0, NOT_READ);
  const newest = rows.sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
  return withBills(supabase, userId, newest);
}

/** How many orders the page of a service shows. */
const SERVICE_ORDERS = 20;

/** The orders that decide how a service is, in PostgREST's words: those that are open, and those of its years. */
const DECIDE = "status.in.(requested,processing),kind.in.(hosting,mail,certificate),and(kind.eq.extend,status.eq.done)";

/**
 * Returns the newest orders of a customer's service, and those that decide how it is, however old they are; the newest first.
 * Takes the customer's own client.
 */
export async function listServiceOrders(supabase: Supabase, userId: string, service: string): Promise<Result<Order[]>> {
  const own = () => {
    const its = supabase.from("orders").select(ORDER_COLUMNS).eq("user_id", userId).eq("service_id", service);
    return its.order("created_at", { ascending: false }).limit(SERVICE_ORDERS);
  };
  const [newest, deciding] = await Promise.all([readOrders(own()), readOrders(own().or(DECIDE))]);
  const older = deciding?.filter(({ id }) => !newest?.some((one) => one.id === id));
  return withBills(supabase, userId, newest && older && [...newest, ...older]);
}

/** Returns the id of the last order to transfer each of these names. Empty if the database fails. */
export async function findLastTransfers(supabase: Supabase, userId: string, names: readonly string[]) {
  if (names.length === 0) return new Map<string, string>();
  const own = supabase.from("orders").select(ORDER_COLUMNS).eq("user_id", userId).eq("kind", "transfer");
  const newest = own.in("domain", [...names]).order("created_at", { ascending: false });
  const rows = (await readOrders(newest.limit(REPLY_ROWS))) ?? [];
  return new Map(rows.reverse().map(({ domain, id }) => [domain, id]));
}
