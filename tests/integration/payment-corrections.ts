/** How staff correct orders in random schedules of payments: they reopen an ended one, or change the price of one. */
import { issueReceipts } from "#app/payments/issue-receipts.server.ts";
import { staffOf } from "./payment-acts.ts";
import type { PaymentEvent } from "./payment-events.ts";
import { world } from "./payment-world.ts";

type Query = (sql: string) => Promise<Record<string, unknown>[]>;
type Correction = Extract<PaymentEvent, { kind: "correct" }>;

export function correct(event: Correction, query: Query): Promise<void> {
  return event.act.startsWith("reprice") ? reprice(event, query) : reopen(event, query);
}

async function reopen({ act, who, pick, isReleased }: Correction, query: Query): Promise<void> {
  // As the desk does before it pays back or keeps: a credit note names its receipt.
  if (!(await issueReceipts()).ok) return;
  const order = await pickOf(
    "select id, bill_id from orders where status in ('done', 'failed') order by id",
    pick,
    query,
  );
  if (!order) return;
  const [bill] = await query(
    `select reference, due_back(bills) as due, refund_left(bills) as refund from bills where id = ${order.bill_id ? `'${order.bill_id}'` : "null"}`,
  );
  const press = (by = who) =>
    query(`select desk_reopen_order(${staffOf(by)}, '${order.id}', 'By mistake', null, '[]') as is`);
  const others: Record<string, () => Promise<Record<string, unknown>[]>> = {
    "reopen twice": () => press(),
    "reopen by two": () => press(1 - who),
    "reopen and keep": () => query(`select keep_credit(null, '${bill?.reference}', ${bill?.due ?? 0}, '[]')`),
    "reopen and refund": async () => {
      const refund = JSON.stringify({ ksh: bill?.refund ?? 0, way: "mpesa", code: `BACK${world.sentBack}R` });
      const [done] = await query(
        `select desk_pay_back(${staffOf(1 - who)}, '${bill?.reference}', 'refund', '${refund}', ${bill?.refund ?? 0}) ->> 'outcome' as is`,
      );
      if (done?.is === "done") world.sentBack += Number(bill?.refund);
      return [];
    },
  };
  const done = (await Promise.all([press(), others[act]?.() ?? []])).flat();
  world.reopened += done.filter((row) => row.is === "done").length;
  if (isReleased) for (const by of [0, 1]) await query(`select desk_give_back_order(${staffOf(by)}, '${order.id}')`);
}

async function reprice({ act, who, pick }: Correction, query: Query): Promise<void> {
  const order = await pickOf(
    `select id, bill_id, price_ksh from orders where is_bill_untouched(bill_id) and status in ('requested', 'processing') order by id`,
    pick,
    query,
  );
  if (!order) return;
  // The price of an order that shares its bill cannot change, so its customer cancels the others.
  if (!act.endsWith("shared"))
    await query(
      `select cancel_order(user_id, id) from orders where bill_id = '${order.bill_id}' and id <> '${order.id}' order by id`,
    );
  const press = (by: number, ksh: number) =>
    query(
      `select desk_reprice_order(${staffOf(by)}, '${order.id}', ${ksh}, ${order.price_ksh}, 'Promised', '[]') as is`,
    );
  const prices = [200 + 100 * pick, 250 + 100 * pick];
  const presses =
    act === "reprice by two" ? [press(0, prices[0] ?? 1), press(1, prices[1] ?? 1)] : [press(who, prices[0] ?? 1)];
  world.repriced += (await Promise.all(presses)).flat().filter((row) => row.is === "done").length;
}

async function pickOf(sql: string, pick: number, query: Query) {
  const rows = await query(sql);
  return rows[pick % Math.max(1, rows.length)];
}
