import { createHash } from "node:crypto";
import { z } from "zod";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import { dayNumber, startOfDay } from "#app/model/nairobi-day.ts";
import { ORDER_KINDS, ORDER_STATES, type Order } from "#app/model/order.ts";
import { timeApart } from "#app/model/time-apart.ts";
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

type NewOrder = Pick<Order, "kind" | "domain" | "priceKsh"> & {
  userId: string;
  /** What the provider will be asked for. Never given back by this gateway: a transfer's code is in it. */
  payload: Record<string, string | number>;
};
type Ordered = { order: Order; isNew: boolean };

/** The newest 200 orders of a customer, newest first, without what they were made of. Takes the customer's own client. */
export async function listOrders(supabase: Supabase, userId: string): Promise<Answer<Order[]>> {
  const query = supabase.from("orders").select(COLUMNS).eq("user_id", userId).retry(false);
  const rows = await read(query.order("created_at", { ascending: false }).limit(MAX_LISTED));
  return rows ? answer(rows) : refusal(0, ORDERS_NOT_READ);
}

/**
 * Writes an order down as requested, after the caller has checked that this customer may make it. An order for the same
 * thing and name that is still open, or younger than a day and not failed, is given back instead, with `isNew` false:
 * a double press, a reload, Back and a second tab make one. Refused with status 429 after three on one day in Nairobi.
 * Source: docs/product.md, "Orders".
 */
export function createOrder(order: NewOrder, now = new Date()): Promise<Answer<Ordered>> {
  return inTurn(order.userId, () => create(order, now));
}

/** Whether the same was ordered already, and is open or younger than a day; false, too, when the database does not answer. */
export async function isOrdered(
  order: Pick<NewOrder, "userId" | "kind" | "domain">,
  now = new Date(),
): Promise<boolean> {
  const [last] = (await newestAlike(order)) ?? [];
  return last !== undefined && isSame(last, now);
}

async function newestAlike({ userId, kind, domain }: Pick<NewOrder, "userId" | "kind" | "domain">) {
  const table = trustedClient().from("orders");
  const alike = table.select(COLUMNS).eq("user_id", userId).eq("kind", kind).eq("domain", domain).retry(false);
  return read(alike.order("created_at", { ascending: false }).limit(1));
}

async function create(order: NewOrder, now: Date): Promise<Answer<Ordered>> {
  const { kind, domain, userId } = order;
  const table = trustedClient().from("orders");
  const own = () => table.select(COLUMNS).eq("user_id", userId).retry(false);
  const [alike, today] = await Promise.all([
    newestAlike(order),
    read(
      own()
        .gte("created_at", startOfDay(dayNumber(now)).toISOString())
        .limit(ORDERS_A_DAY),
    ),
  ]);
  if (!alike || !today) return refusal(0, NOT_STORED);
  const [last] = alike;
  if (last && isSame(last, now)) return answer({ order: last, isNew: false });
  if (today.length >= ORDERS_A_DAY) return refusal(429, TOO_MANY);

  const row = {
    user_id: userId,
    kind,
    domain,
    payload: order.payload,
    price_ksh: order.priceKsh,
    idempotency_key: keyOf(order, last?.id),
  };
  const write = table.upsert(row, { onConflict: "idempotency_key", ignoreDuplicates: true }).select(COLUMNS);
  const written = await read(write);
  if (!written) return refusal(0, NOT_STORED, true);
  if (written[0]) return answer({ order: written[0], isNew: true });
  // Another process was faster by a moment: its order is this one.
  const theirs = await read(own().eq("idempotency_key", row.idempotency_key).limit(1));
  return theirs?.[0] ? answer({ order: theirs[0], isNew: false }) : refusal(0, NOT_STORED, true);
}

function isSame({ status, createdAt }: Order, now: Date): boolean {
  const isOpen = status === "requested" || status === "processing";
  return isOpen || (status === "done" && timeApart(Date.parse(createdAt), now.getTime()) < SAME_MS);
}

/** All who order the same after the same earlier order have one key, so that the database lets one of them in. */
function keyOf({ userId, kind, domain }: NewOrder, after = "none"): string {
  return createHash("sha256")
    .update(JSON.stringify([userId, kind, domain, after]))
    .digest("hex");
}

function read(query: Query): Promise<Order[] | undefined> {
  return readRows(query, rowSchema, "orders not read or written");
}

const turns = new Map<string, Promise<unknown>>();

/** One order of a customer after another, so that none slips past the count while another is being written. */
function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(userId) ?? Promise.resolve()).then(work, work);
  turns.set(userId, mine);
  const leave = () => {
    if (turns.get(userId) === mine) turns.delete(userId);
  };
  mine.then(leave, leave);
  return mine;
}
