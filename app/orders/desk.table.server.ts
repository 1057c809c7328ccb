import { z } from "zod";
import { listPageSchema, placeValue } from "#app/desk/list-page.ts";
import { otherMessageSchema, otherOrderSchema } from "#app/desk/other-rows.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { SERVICE_STATES } from "#app/services/service.ts";
import { listBills } from "./bills.table.server.ts";
import { type ListedDeskOrder, OPEN_VIEWS, type OrderFilter, orderQuery, readOrderFilter } from "./desk-list.ts";
import { type DeskOrder, ORDER_CHANGES, type OrderChange } from "./desk-order.ts";
import { billOf, orderColumns, orderOf } from "./orders.table.server.ts";

const NOT_READ = "The orders could not be read. Please try again.";
const NOT_SAVED = "We could not confirm it. Please press again: nothing is done twice.";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const text = z.string().nullable();
/** A number in E.164, or null. Customers can store any text directly at the auth service; other formats are ignored. */
const phone = z.union([z.string().regex(/^\+\d{6,15}$/), z.null()]).catch(null);

const listedSchema = listPageSchema(
  orderColumns
    .omit({ reason: true })
    .extend({
      taken_by: text,
      taken_name: text,
      is_abandoned: z.boolean(),
      is_billed: z.boolean(),
      years: z.number().nullable().catch(null),
      paid_at: text,
    })
    .transform(({ taken_by, taken_name, is_abandoned, is_billed, years, paid_at, ...row }): ListedDeskOrder => {
      const { reason: _, ...order } = orderOf({ ...row, reason: null });
      return {
        ...order,
        takenBy: taken_by,
        takenName: taken_name,
        isAbandoned: is_abandoned,
        hasBill: is_billed,
        years,
        paidAt: paid_at,
      };
    }),
);

/**
 * Returns a page of the orders of a filter, at most `most`. No data of customers is read. The caller must have verified the
 * member of staff, as for all functions here.
 */
export async function listDeskOrders(filter: OrderFilter, most: number) {
  const place = placeValue(filter.place);
  const read = await call("desk_orders", { ...orderQuery(filter), place, max_rows: most }, listedSchema);
  return read ? success(read) : failure(0, NOT_READ);
}

/**
 * Returns the lists that a filter shows, each at most `most` orders: all open orders as one list for each of OPEN_VIEWS,
 * anything else as one list.
 */
export async function listOrderGroups(filter: OrderFilter, most: number) {
  const isSplit = filter.state === "open" && filter.q === "" && filter.kind === "" && filter.place === undefined;
  const filters = isSplit ? OPEN_VIEWS.map((state) => ({ ...filter, state })) : [filter];
  const lists = await Promise.all(filters.map((one) => listDeskOrders(one, most)));
  const groups = lists.flatMap((list, index) => (list.ok ? [{ filter: filters[index] ?? filter, ...list.value }] : []));
  return groups.length === lists.length ? success(groups) : failure(0, NOT_READ);
}

/** Returns the orders that need staff, in the order of the list; empty if the database fails. */
export async function listWaitingOrders(most: number): Promise<ListedDeskOrder[]> {
  const groups = await listOrderGroups(readOrderFilter(new URLSearchParams()), most);
  return groups.ok ? groups.value.flatMap(({ filter, rows }) => (filter.state === "unpaid" ? [] : rows)) : [];
}

const deskOrderSchema = orderColumns
  .extend({
    user_id: z.string(),
    taken_by: text,
    taken_name: text,
    payload: z.record(z.string(), z.unknown()),
    has_code: z.boolean(),
    bill_id: z.string().nullable(),
    is_abandoned: z.boolean(),
    abandoned_at: text,
    reopens_until: text,
    payment_code: text,
    payer_phone: phone,
    cancelled_at: text,
    service: z
      .object({ id: z.string(), state: z.enum(SERVICE_STATES), later_ksh: z.number() })
      .transform(({ later_ksh, ...service }) => ({ ...service, laterKsh: later_ksh }))
      .nullable(),
    paid_at: text,
    other_orders: z.array(otherOrderSchema),
    messages: z.array(otherMessageSchema),
    customer: z.object({ email: z.string(), name: text, phone }).nullable(),
    name: z.object({ is_own: z.boolean(), expiry_date: z.string(), ssl_status: text }).nullable(),
    trail: z.array(
      z
        .object({
          staff: z.string(),
          name: z.string(),
          at: z.string(),
          did: z.string(),
          detail: z.record(z.string(), z.unknown()),
        })
        .transform(({ name, ...line }) => ({ ...line, who: name, note: null })),
    ),
    notes: z.array(
      z
        .object({ author: z.string(), body: z.string(), created_at: z.string() })
        .transform(({ created_at, ...note }) => ({ ...note, at: created_at })),
    ),
  })
  .transform((row): DeskOrder & { billId: string | null } => ({
    ...orderOf(row),
    billId: row.bill_id,
    userId: row.user_id,
    takenBy: row.taken_by,
    takenName: row.taken_name,
    payload: row.payload,
    hasCode: row.has_code,
    hasBill: row.bill_id !== null,
    isAbandoned: row.is_abandoned,
    abandonedAt: row.abandoned_at,
    reopensUntil: row.reopens_until,
    paymentCode: row.payment_code,
    payerPhone: row.payer_phone,
    isCancelled: row.cancelled_at !== null,
    service: row.service,
    paidAt: row.paid_at,
    otherOrders: row.other_orders,
    messages: row.messages,
    customer: row.customer,
    owned: row.name && {
      isOwn: row.name.is_own,
      expiryDate: row.name.expiry_date,
      sslStatus: row.name.ssl_status,
    },
    trail: row.trail.filter(({ did }) => did !== "note-added"),
    notes: row.notes,
  }))
  .nullable();

/** Returns an order with its customer, its bill, its log and its notes; null if no order has this id. */
export async function findDeskOrder(id: string): Promise<Result<DeskOrder | null>> {
  if (!UUID.test(id)) return success(null);
  const order = await call("desk_order", { order_id: id }, deskOrderSchema);
  if (!order) return order === null ? success(null) : failure(0, NOT_READ);
  const { billId, ...known } = order;
  const bills = billId ? await listBills(trustedClient(), known.userId, [billId]) : [];
  return bills ? success({ ...known, ...billOf(bills, billId) }) : failure(0, NOT_READ);
}

type Change = { staff: Staff; id: string };
type Mailed = Change & { mails: readonly Mail[] };

/** Gives an order to a member of staff. If two take it at the same time, one database statement decides who gets it. */
export const takeOrder = (change: Change) => write("desk_take_order", change);

/** Gives an order back to everybody, in the state in which it was taken. */
export const giveBackOrder = (change: Change) => write("desk_give_back_order", change);

/** Stores the price of an order that has none, in whole shillings, with the customer's mail. */
export const nameOrderPrice = ({ ksh, mails, ...change }: Mailed & { ksh: number }) =>
  write("desk_price_order", change, { ksh }, mails);

/** Changes the price of an order and of its unpaid bill, from the one that the form showed, with the customer's mail. */
export const repriceOrder = ({ mails, price, ...change }: Mailed & { price: Repriced }) =>
  write("desk_reprice_order", change, price, mails);
type Repriced = { ksh: number; expected_ksh: number; reason: string };

type NewBill = { id: string; reference: string };

/** Opens the bill of an order with the customer's mail; if `ksh` is given, it is stored as the order's price first. */
export const billOrder = ({ bill, ksh, mails, ...change }: Mailed & { bill: NewBill; ksh: number | null }) =>
  write("desk_bill_order", change, { ksh, bill: { id: bill.id, reference: bill.reference } }, mails);

/** How an order ends. `expected_expiry` is the date of the name that the form showed; null if it showed none. */
export type OrderEnding =
  | { status: "done"; expected_expiry: string | null; detail: { until?: string; ssl?: "active" } }
  | { status: "failed"; reason: string; detail: { reason: string; refundKsh: number } };

/** Ends an order. In the same transaction changes the domain's row, logs `detail`, and queues the customer's mail. */
export const endOrder = ({ ending, mails, ...change }: Mailed & { ending: OrderEnding }) =>
  write("desk_end_order", change, { ending }, mails);

/** Opens an ended order again, with the mail. `expected_expiry`: the date that the form showed, if the date goes back. */
export const reopenOrder = ({ mails, staff, id, ...about }: Mailed & Reopened) =>
  write("desk_reopen_order", { staff, id }, about, mails);
type Reopened = { reason: string; expected_expiry: string | null };

/** Stores what the customer gets back for an ended order, in whole shillings, with the mail. */
export const enterOrderRefund = ({ ksh, mails, ...change }: Mailed & { ksh: number }) =>
  write("desk_refund_order", change, { ksh }, mails);

/** Stores that a refund was paid. */
export const markOrderRefunded = (change: Change) => write("desk_order_refunded", change);

/** Returns the code of a transfer to the member of staff who has the order, and logs it; null for everybody else. */
export async function readTransferCode({ staff, id }: Change): Promise<Result<string | null>> {
  const code = await call("desk_transfer_code", { staff, order_id: id }, text);
  return code === undefined ? failure(0, NOT_READ) : success(code);
}

/** Adds a note to an order. The same note, sent again within a minute, is stored once. */
export async function addOrderNote({ staff, id, body, customer }: Change & { body: string; customer: string }) {
  const note = { staff, kind: "order", about: id, words: body, customer };
  const added = await call("add_desk_note", note, z.boolean());
  return added === undefined ? failure(0, NOT_SAVED, true) : success<OrderChange>("done");
}

async function write(
  operation: string,
  { staff, id }: Change,
  values: Record<string, unknown> = {},
  mails?: readonly Mail[],
): Promise<Result<OrderChange>> {
  const all = { staff, order_id: id, ...values };
  const { row, error } = mails
    ? await callWithMails(operation, all, mails)
    : await runQuery(trustedClient().rpc(operation, all)).then(({ data, error }) => ({ row: data, error }));
  const change = z.enum(ORDER_CHANGES).safeParse(row);
  if (change.success && !error) return success(change.data);
  log.error({ order: id, reason: error?.message ?? "no such order" }, "order not written at the desk");
  return failure(0, NOT_SAVED, true);
}

async function call<T>(operation: string, values: Record<string, unknown>, schema: z.ZodType<T>) {
  const { data, error } = await runQuery(trustedClient().rpc(operation, values));
  const parsed = schema.safeParse(data);
  if (!error && parsed.success) return parsed.data;
  log.error({ operation, reason: error?.message ?? "a row of another shape" }, "desk not read or written");
  return undefined;
}

const rowSchema = z.object({ email: z.string(), name: z.string() });

/** Returns customers' first names, by their addresses; none if the database fails, because mails work without names. */
export async function findFirstNames(emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const query = trustedClient().rpc("full_names", { addresses: emails });
  const rows = (await readRows(query, rowSchema, "customer names not read")) ?? [];
  return new Map(rows.map(({ email, name }) => [email, firstNameIn(name)]));
}
