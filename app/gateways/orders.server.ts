import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { dayNumber, startOfDay } from "#app/model/nairobi-day.ts";
import { ORDER_KINDS, ORDER_STATES, type Order } from "#app/model/order.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { type AgencyMessage, noteTelling } from "./mail-queue.server.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";
import { type Query, readRows } from "./supabase/rows.server.ts";

const COLUMNS = "id,kind,domain,price_ksh,status,reason,created_at,updated_at";
/** Kept short enough for a page; older ones are for the agency to look up. */
const MAX_LISTED = 200;
const ORDERS_A_DAY = 3;
/** For so long the same order again is the first one, pressed twice. */
const SAME_MS = 24 * 3600_000;

const ORDERS_NOT_READ = "Your orders could not be read. Please try again.";
const NOT_STORED = "We could not take your order. Please try again.";
const TOO_MANY = `You have ordered ${ORDERS_A_DAY} times today, which is the most for one day. Please come back tomorrow, or write to us.`;

const rowSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ORDER_KINDS),
    domain: z.string(),
    price_ksh: z.number(),
    status: z.enum(ORDER_STATES),
    reason: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform(
    ({ price_ksh, created_at, updated_at, ...order }): Order => ({
      ...order,
      priceKsh: price_ksh,
      createdAt: created_at,
      updatedAt: updated_at,
    }),
  );

/** Null: there are too many. */
const placedSchema = z
  .object({ order: rowSchema, is_new: z.boolean() })
  .transform(({ order, is_new }) => ({ order, isNew: is_new }))
  .nullable();

const placedTogetherSchema = z
  .object({ orders: z.array(rowSchema), is_new: z.boolean() })
  .transform(({ orders, is_new }) => ({ orders, isNew: is_new }))
  .nullable();

type NewOrder = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & {
  userId: string;
  /** What the provider will be asked for. Never given back by this gateway: a transfer's code is in it. */
  payload: Record<string, string | number>;
};
type OrderedThing = Pick<NewOrder, "userId" | "kind" | "domain">;
/** What the agency is told of a new order. Its mail waits for so long, for somebody who may have other words. */
type Told = { notice: AgencyMessage | undefined; holdSeconds: number };
type Ordered = { order: Order; isNew: boolean };
type OrderedTogether = { orders: Order[]; isNew: boolean };

/** The newest 200 orders of a customer, newest first, without what they were made of. Takes the customer's own client. */
export async function listOrders(supabase: Supabase, userId: string): Promise<Result<Order[]>> {
  const query = supabase.from("orders").select(COLUMNS).eq("user_id", userId).retry(false);
  const rows = await read(query.order("created_at", { ascending: false }).limit(MAX_LISTED));
  return rows ? success(rows) : failure(0, ORDERS_NOT_READ);
}

/**
 * Writes an order down as requested, together with what the agency is told of it, after the caller has checked that this customer
 * may make it. An order for the same thing and name that is still open, or younger than a day and not failed, is given back instead,
 * with `isNew` false: a double press, a reload, Back and a second tab make one. Refused with status 429 after three on one day in
 * Nairobi. The database decides, however many processes ask. Source: docs/product.md, "Orders".
 */
export function createOrder(order: NewOrder, told: Told): Promise<Result<Ordered>> {
  return place("place_order", rowOf(order), told, placedSchema);
}

/**
 * The same of several orders of one customer by one press: all of them, or none. Should any of them be ordered already, those that
 * are come back, with `isNew` false, and nothing is written. A press is one of the three of a day.
 */
export function createOrders(orders: readonly NewOrder[], told: Told): Promise<Result<OrderedTogether>> {
  return place("place_orders", orders.map(rowOf), told, placedTogetherSchema);
}

function rowOf({ id, kind, domain, payload, userId, priceKsh }: NewOrder) {
  return { id, kind, domain, payload, user_id: userId, price_ksh: priceKsh };
}

async function place<Placed>(
  operation: string,
  made: unknown,
  { notice, holdSeconds }: Told,
  schema: z.ZodType<Placed | null>,
): Promise<Result<Placed>> {
  const now = nowDate();
  const placed = {
    made,
    same_from: new Date(now.getTime() - SAME_MS).toISOString(),
    day_began: startOfDay(dayNumber(now)).toISOString(),
    most: ORDERS_A_DAY,
    hold: holdSeconds,
  };
  const { row, error } = await noteTelling(operation, placed, notice);
  const written = schema.safeParse(row);
  if (error || !written.success) {
    log.error({ reason: error?.message ?? "a row of another shape" }, "order not written");
    return failure(0, NOT_STORED, true);
  }
  return written.data ? success(written.data) : failure(429, TOO_MANY);
}

/** The last order of a customer for a thing and name, none or one in a list. Takes the customer's own client. */
export async function findLastOrder(supabase: Supabase, order: OrderedThing): Promise<Result<Order[]>> {
  const rows = await newestAlike(order, supabase);
  return rows ? success(rows) : failure(0, ORDERS_NOT_READ);
}

/** Whether the same was ordered already, and is open or younger than a day; false, too, when the database does not answer. */
export async function isOrdered(order: OrderedThing, now = nowDate()): Promise<boolean> {
  const [last] = (await newestAlike(order)) ?? [];
  return last !== undefined && isSame(last, now);
}

async function newestAlike({ userId, kind, domain }: OrderedThing, supabase: Supabase = trustedClient()) {
  const table = supabase.from("orders");
  const alike = table.select(COLUMNS).eq("user_id", userId).eq("kind", kind).eq("domain", domain).retry(false);
  return read(alike.order("created_at", { ascending: false }).limit(1));
}

function isSame({ status, createdAt }: Order, now: Date): boolean {
  const isOpen = status === "requested" || status === "processing";
  return isOpen || (status === "done" && msFromNow(Date.parse(createdAt), now.getTime()) < SAME_MS);
}

function read(query: Query): Promise<Order[] | undefined> {
  return readRows(query, rowSchema, "orders not read");
}
