import { z } from "zod";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type AgencyMessage, callWithMails } from "#app/mail/queue.table.server.ts";
import { unlimited } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import {
  type Query,
  REPLY_ROWS,
  readRows,
  runQuery,
  UNIQUE_VIOLATION,
} from "#app/platform/database/rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { type ListedBill, listBills } from "./bills.table.server.ts";
import type { Order } from "./order.ts";

/** The columns that `readOrders` reads. */
export const ORDER_COLUMNS =
  "id,kind,domain,price_ksh,status,reason,created_at,updated_at,taken_at,price_named_at,refund_due_ksh,refunded_at,bill_id,service_id,choices";
const ORDERS_A_DAY = 3;
/** An identical order within this time counts as a double submission. */
export const SAME_MS = 24 * 3600_000;

const ORDERS_NOT_READ = "Your orders could not be read. Please try again.";
const NOT_STORED = "We could not take your order. Please try again.";
/** Its customer ordered it in another tab, or it was ended, suspended or extended meanwhile. */
const HAS_SERVICE = "You have it already for this name. “Services” shows it.";
const SERVICE_CHANGED = "It changed while you were reading. Please look at it again. Nothing was ordered.";
const TOO_MANY = `You have ordered ${ORDERS_A_DAY} times today, which is the most for one day. Orders that you have paid do not count. Please come back tomorrow, or write to us.`;

/** What was chosen with an order: `choices` is its payload without a transfer code. */
const chosenSchema = z.object({
  years: z.number().optional().catch(undefined),
  plan: z.string().optional().catch(undefined),
  seats: z.number().optional().catch(undefined),
  from: z.string().optional().catch(undefined),
  fromSeats: z.number().optional().catch(undefined),
});

/** The columns of an order that its customer and the agency read. */
export const orderColumns = z.object({
  id: z.string(),
  kind: z.enum(ORDER_KINDS),
  domain: z.string(),
  price_ksh: z.number(),
  status: z.enum(ORDER_STATES),
  reason: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  taken_at: z.string().nullable(),
  price_named_at: z.string().nullable(),
  refund_due_ksh: z.number(),
  refunded_at: z.string().nullable(),
  bill_id: z.string().nullish(),
  service_id: z.string().nullish(),
  choices: chosenSchema.optional(),
});

/** Returns an order from its columns. */
export function orderOf(row: z.infer<typeof orderColumns>): Order {
  const { id, kind, domain, status, reason } = row;
  return {
    ...{ id, kind, domain, status, reason },
    priceKsh: row.price_ksh,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    takenAt: row.taken_at,
    priceNamedAt: row.price_named_at,
    refundDueKsh: row.refund_due_ksh,
    refundedAt: row.refunded_at,
    serviceId: row.service_id,
    chosen: row.choices,
  };
}

/** A row of ORDER_COLUMNS. */
export const storedSchema = orderColumns.transform((row): Order & { billId?: string } => ({
  ...orderOf(row),
  ...(row.bill_id && { billId: row.bill_id }),
}));
export type StoredOrder = z.infer<typeof storedSchema>;

/** Null if the daily limit is reached. */
const placedSchema = z
  .object({ orders: z.array(storedSchema), is_new: z.boolean() })
  .transform(({ orders, is_new }) => ({ orders, isNew: is_new }))
  .nullable();

type NewOrder = Pick<Order, "id" | "kind" | "domain" | "priceKsh"> & {
  userId: string;
  /** The request for the provider. Never returned by this gateway: it may contain a transfer code. */
  payload: Record<string, string | number>;
  /** The service that it extends or makes larger. An order for a new service has none: the database creates it. */
  serviceId?: string;
};
export type OrderedThing = Pick<NewOrder, "userId" | "kind" | "domain">;
/**
 * The agency's message about new orders, and the customer's receipt. `holdSeconds` delays the agency's mail, because a later
 * mail may replace it.
 */
type OrderMails = { notification: AgencyMessage | undefined; receipt: Mail | undefined; holdSeconds: number };
/** A bill for the orders with these ids. `reference` is what the customer types to pay it. */
export type NewBill = { id: string; reference: string; orders: readonly string[] };
/** The member of staff who orders for a customer, and what the log keeps. The day's limit does not apply. */
export type PlacedBy = { staff: Staff; detail: Record<string, unknown> };
type Ordered = { order: StoredOrder; isNew: boolean };
type OrderedTogether = { orders: StoredOrder[]; isNew: boolean };

/** Adds to each order its bill, if it has one. */
export async function withBills(
  supabase: Supabase,
  userId: string,
  rows: StoredOrder[] | undefined,
): Promise<Result<Order[]>> {
  const ids = new Set(rows?.flatMap(({ billId }) => billId ?? []));
  const bills = await listBills(supabase, userId, [...ids]);
  if (!rows || !bills) return failure(0, ORDERS_NOT_READ);
  return success(rows.map(({ billId, ...order }) => ({ ...order, ...billOf(bills, billId) })));
}

/**
 * Returns the bill of an order as pages show it, or nothing. Without M-PESA nobody can pay a bill, so only paid bills are
 * shown, for their receipts.
 */
export function billOf(bills: readonly ListedBill[], billId: string | null | undefined): Pick<Order, "bill"> {
  const bill = bills.find(({ id }) => id === billId);
  return bill && (env.mpesa || bill.paidAt)
    ? {
        bill: {
          ...{ id: bill.id, isPaid: bill.paidAt !== null, paidKsh: bill.paidKsh, missingKsh: bill.missingKsh },
          ...(bill.typedCode !== null && { hasTyped: true as const }),
          ...(bill.wantedBackKsh > 0 && { wantedBackKsh: bill.wantedBackKsh }),
          ...(bill.isOnItsWay && { isOnItsWay: true as const }),
        },
      }
    : {};
}

/**
 * Inserts an order as requested together with its mails, after the caller has checked that the customer may order. If the
 * same order is open, or younger than a day and not failed, it is returned with `isNew` false: a double press, a reload, Back
 * or a second tab makes one order. Fails with 409 if the customer has the service already, or if the service that it changes
 * does not allow it any more. Fails with 429 after three orders on one day in Nairobi that are not paid. The database
 * decides, however many processes ask. Source: docs/product/orders.md, "Orders".
 */
export async function createOrder(
  order: NewOrder,
  mails: OrderMails,
  bill?: NewBill,
  placedBy?: PlacedBy,
): Promise<Result<Ordered>> {
  const placed = await createOrders([order], mails, bill, placedBy);
  if (!placed.ok) return placed;
  const [first] = placed.value.orders;
  return first ? success({ order: first, isNew: placed.value.isNew }) : failure(0, NOT_STORED, true);
}

/**
 * Inserts several orders of one customer in one transaction, with a bill for the orders that `bill` names. If any of them is
 * ordered already, returns the existing orders with `isNew` false and inserts nothing. Counts as one of the day's three
 * orders.
 */
export async function createOrders(
  orders: readonly NewOrder[],
  { notification, receipt, holdSeconds }: OrderMails,
  bill?: NewBill,
  placedBy?: PlacedBy,
): Promise<Result<OrderedTogether>> {
  const now = nowDate();
  const placed = {
    new_orders: orders.map(rowOf),
    bill: bill ?? null,
    done_since: new Date(now.getTime() - SAME_MS).toISOString(),
    day_start: startOfDay(dayNumber(now)).toISOString(),
    max_submissions: unlimited.has("orders") ? 1_000_000 : ORDERS_A_DAY,
    delay_seconds: holdSeconds,
    messages: notification ? [notification.message] : [],
    ...(placedBy && { staff: placedBy.staff, log_detail: placedBy.detail, opened_by: "staff" }),
  };
  const mails = [notification?.mail, receipt].filter((mail) => mail !== undefined);
  const { row, error } = await callWithMails("place_orders", placed, mails);
  const written = placedSchema.safeParse(row);
  if (error?.code === UNIQUE_VIOLATION && error.message.includes("services_alive")) return failure(409, HAS_SERVICE);
  if (/the service does not allow this order/.test(error?.message ?? "")) return failure(409, SERVICE_CHANGED);
  if (error || !written.success) {
    log.error({ reason: error?.message ?? "a row of another shape" }, "order not written");
    return failure(0, NOT_STORED, true);
  }
  return written.data ? success(written.data) : failure(429, TOO_MANY);
}

function rowOf({ id, kind, domain, payload, userId, priceKsh, serviceId }: NewOrder) {
  return { id, kind, domain, payload, user_id: userId, price_ksh: priceKsh, service_id: serviceId ?? null };
}

/** Returns the orders of a bill, at most MAX_RENEWALS; undefined if the database failed. */
export function listBillOrders(billId: string): Promise<Order[] | undefined> {
  const query = trustedClient().from("orders").select(ORDER_COLUMNS).eq("bill_id", billId);
  return readOrders(query.order("domain").limit(REPLY_ROWS));
}

/** Returns a customer's own order by its id, or null. Takes the customer's own client. */
export async function findOwnOrder(supabase: Supabase, userId: string, id: string): Promise<Result<Order | null>> {
  const query = supabase.from("orders").select(ORDER_COLUMNS).eq("user_id", userId).eq("id", id).limit(1);
  const found = await withBills(supabase, userId, await readOrders(query));
  return found.ok ? success(found.value[0] ?? null) : found;
}

/** Returns the orders of a query for ORDER_COLUMNS; undefined if the database failed. */
export function readOrders(query: Query): Promise<StoredOrder[] | undefined> {
  return readRows(query, storedSchema, "orders not read");
}

const NOT_SAVED = "We could not save this. Pressing again does it once.";

/**
 * 'late': something was paid or reported for the order, a payment prompt is open, or somebody has begun to carry it out. Null:
 * this customer has no such order.
 */
const outcomeSchema = z.enum(["done", "late"]).nullable();
export type OwnOrderOutcome = z.infer<typeof outcomeSchema>;

/** Cancels an unpaid order of a customer. A second press changes nothing. Source: docs/product/payments.md, "Payments". */
export const cancelOrder = (customer: string, orderId: string) => call("cancel_order", { customer, order_id: orderId });

/** Changes the years of an unpaid order of a customer, and its price in whole shillings. A second press changes nothing. */
export const changeOrderYears = (customer: string, orderId: string, years: number, ksh: number) =>
  call("change_order_years", { customer, order_id: orderId, years, ksh });

async function call(name: string, values: Record<string, unknown>): Promise<Result<OwnOrderOutcome>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  const parsed = outcomeSchema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a value of another shape" }, `${name} failed`);
  return failure(0, NOT_SAVED, true);
}
