/** What staff do with payments in random schedules: they look before they confirm, and send back only money that came. */

import { issueReceipts } from "#app/payments/issue-receipts.server.ts";
import { ownPaymentCode, PAY_WAYS } from "#app/payments/pay-ways.ts";
import { demoCustomers } from "#mocks/demo-customers.ts";
import type { PaymentEvent } from "./payment-events.ts";
import type { billFor } from "./payment-fixtures.ts";
import { arrive, reportPaybill, world } from "./payment-world.ts";

type Query = (sql: string) => Promise<Record<string, unknown>[]>;
type Bill = Awaited<ReturnType<typeof billFor>>;
type Kind<Name extends PaymentEvent["kind"]> = Extract<PaymentEvent, { kind: Name }>;

const json = (value: unknown) => `'${JSON.stringify(value)}'`;
/** One of two members of staff, with the account of a demo customer. */
export const staffOf = (who: number) => json({ id: demoCustomers[who]?.id, email: `staff${who}@example.co.ke` });

/** Returns how much money really came with this code, as the portal, the statement or the cash box shows it; 0 if none did. */
export const realAmount = (code: unknown) =>
  world.money.get(String(code))?.amount ?? world.byHand.get(String(code)) ?? 0;

export async function enter(event: Kind<"enter">, { reference }: Bill, query: Query): Promise<void> {
  const { way, amount, named, isWrong, isFalse, who, reports } = event;
  const bill = named === "right" ? { reference } : {};
  const number = String(world.byHand.size + 1);
  const own = way === "mpesa" ? undefined : { source: way, number, bank: "KCB", account: "4417" };
  const money = own
    ? undefined
    : isFalse
      ? { code: `F${number.padStart(9, "0")}` }
      : arrive(amount, bill.reference ?? "");
  const code = own ? ownPaymentCode(own) : (money?.code ?? "");
  if (own || isFalse) world.byHand.set(code, isFalse ? 0 : amount);
  const typed = { code, amount_ksh: amount + (isWrong ? 50 : 0), paid_at: new Date(), ...bill };
  const given = own ? { ...typed, source: way, own_number: number, bank: "KCB" } : { ...typed, source: "staff" };
  // The second press is the same entry.
  for (const _press of [1, 2]) await query(`select desk_enter_payment(${staffOf(who)}, ${json(given)})`);
  for (let report = 0; report < reports; report++) if (money && "amount" in money) await reportPaybill(money);
}

export async function act(event: Kind<"staff">, bill: Bill, query: Query): Promise<void> {
  if (event.act === "refund" || event.act === "surplus") return payBack(event, query);
  if (event.act === "void") return bounce(event, query);
  const open = await query(
    "select code, amount_ksh, state, source from payments where state in ('unmatched', 'held', 'surplus') order by code",
  );
  const payment = open[event.pick % Math.max(1, open.length)];
  if (!payment) return;
  const [staff, code, real] = [staffOf(event.who), String(payment.code), realAmount(payment.code)];
  const count = (to: "null" | string, who = staff, alone = false) =>
    query(`select desk_count_payment(${who}, '${code}', ${real}, true, ${to}, coalesce((select amount_ksh - paid_ksh from bills where
      ${to === "null" ? `id = (select bill_id from payments where code = '${code}')` : `reference = ${to}`}), 0), ${alone}, '[]')`);
  // Staff confirm no payment that does not exist.
  if (real === 0 || event.act === "withdraw") {
    await query(`select desk_withdraw_payment(${staff}, '${code}')`);
    return;
  }
  switch (event.act) {
    case "return":
      await query(
        `select desk_return_payment(${staff}, '${code}', ${json({ ksh: real, way: "mpesa", code: `SB${code}`.slice(0, 40) })})`,
      );
      return;
    case "match":
      await count(`'${bill.reference}'`);
      return;
    case "see twice":
      // Two members of staff confirm the payment at the same time. Whoever comes first corrects a wrong amount, or confirms it.
      await Promise.all([count("null"), count("null", staffOf(1 - event.who))]);
      return;
    default:
      await count("null", staff, event.act === "alone");
  }
}

async function payBack({ act: what, who, pick, isPart }: Kind<"staff">, query: Query): Promise<void> {
  // Issue receipts first, as the desk does: a credit note refers to a receipt.
  if (!(await issueReceipts()).ok) return;
  const left = `${what}_left(bills)`;
  if (what === "refund") {
    // One paid order fails, so that something is to be paid back.
    await query(`update orders set status = 'failed' where id = (select orders.id from orders join bills on bills.id = bill_id
      where paid_at is not null and status = 'requested' order by price_ksh, orders.id limit 1)`);
  }
  const bills = await query(`select reference, ${left} as due from bills where ${left} > 0 order by opened_at, id`);
  const bill = bills[pick % Math.max(1, bills.length)];
  if (!bill) return;
  const due = Number(bill.due);
  const ksh = isPart ? Math.ceil(due / 2) : due;
  const given = json({ ksh, way: PAY_WAYS[world.sentBack % 4], code: `BACK${world.sentBack}` });
  const [done] = await query(
    `select desk_pay_back(${staffOf(who)}, '${bill.reference}', '${what}', ${given}, ${due}) ->> 'outcome' as is`,
  );
  if (done?.is === "done") world.sentBack += ksh;
}

/** A payment that counts turns out void. */
async function bounce({ who, pick }: Kind<"staff">, query: Query): Promise<void> {
  if (!(await issueReceipts()).ok) return;
  const counted = await query(
    "select code, amount_ksh, state from payments where state in ('counted', 'surplus', 'kept') and is_by_hand(source) and source <> 'staff' order by code",
  );
  const payment = counted[pick % Math.max(1, counted.length)];
  if (!payment) return;
  const [done] = await query(
    `select desk_void_payment(${staffOf(who)}, '${payment.code}', ${payment.amount_ksh}, '[]') ->> 'outcome' as is`,
  );
  if (done?.is !== "done") return;
  world.byHand.set(String(payment.code), 0);
  const [back] = await query(`select from credits where payment_code = '${payment.code}'`);
  if (back) world.takenBack++;
}

/** Moves credit, as the pages of bills do. Each press names the sum that its page showed. `run` does what is due. */
export async function moveCredit(
  { act, who }: Kind<"credit">,
  bill: Bill,
  query: Query,
  run: () => Promise<void>,
): Promise<void> {
  if (!(await issueReceipts()).ok) return;
  const isUse = act.startsWith("use");
  const [wanted, from] = [isUse ? "usable" : "due", isUse ? 2 : 1];
  const bills = () =>
    query(`select * from (select reference, id, missing_ksh, due_back(bills) as due, least(credit_left(user_id), missing_ksh) as usable
      from bills) as one order by ${wanted} > 0 desc, id = '${bill.id}' desc, id limit ${from}`);
  let [its, other] = await bills();
  if (!isUse && Number(its?.due) === 0 && Number(its?.missing_ksh) > 0) {
    // Somebody pays too much, so that something is to be kept: cash, which may turn out void later, or by M-PESA.
    const [missing, reference] = [Number(its?.missing_ksh), String(its?.reference)];
    if (who === 1) await countCash(missing + 300, missing, reference, query);
    else await reportPaybill(arrive(missing + 300, reference));
    await run();
    if (!(await issueReceipts()).ok) return;
    [its, other] = await bills();
  }
  if (!its) return;
  const keep = (staff: string) => `select keep_credit(${staff}, '${its.reference}', ${its.due}, '[]')`;
  const back = `select want_back('${its.reference}', ${its.due})`;
  const use = ({ reference, usable } = its) => `select use_credit('${reference}', ${usable})`;
  const presses: Record<typeof act, string[]> = {
    keep: [keep("null"), keep("null")],
    "staff keep": [keep(staffOf(who)), keep(staffOf(1 - who))],
    back: [back],
    "keep and back": [keep("null"), back, keep(staffOf(who))],
    use: [use()],
    "use twice": [use(), use()],
    "use on two": [use(), use(other)],
  };
  await Promise.all(presses[act].map((sql) => query(sql)));
}

/** Two members of staff enter and confirm cash. */
async function countCash(ksh: number, missing: number, reference: string, query: Query): Promise<void> {
  const number = String(world.byHand.size + 1);
  const code = ownPaymentCode({ source: "cash", number, bank: "KCB", account: "4417" });
  world.byHand.set(code, ksh);
  const entry = { source: "cash", code, amount_ksh: ksh, paid_at: new Date(), own_number: number, reference };
  await query(`select desk_enter_payment(${staffOf(0)}, ${json(entry)})`);
  await query(`select desk_count_payment(${staffOf(1)}, '${code}', ${ksh}, false, null, ${missing}, false, '[]')`);
}

export async function endOrders({ how, pick }: Kind<"end">, { id }: Bill, query: Query): Promise<void> {
  if (how === "cancel" || how === "years") return changeOrder({ how, pick }, id, query);
  const open = `update orders set status = '${how === "done" ? "done" : "failed"}' where bill_id = '${id}' and status = 'requested'`;
  if (how === "all fail") await query(open);
  if (how === "one fails") await query(`${open} and domain like 'p%'`);
  // Staff close an order as done only if its bill is paid.
  if (how === "done") await query(`${open} and exists (select from bills where id = '${id}' and paid_at is not null)`);
}

/** The customer cancels an order or changes its years. The database refuses it once anything was paid or reported. */
async function changeOrder({ how, pick }: { how: "cancel" | "years"; pick: number }, bill: string, query: Query) {
  const orders = await query(`select id, user_id from orders where bill_id = '${bill}' order by id`);
  const order = orders[pick % Math.max(1, orders.length)];
  if (!order) return;
  const whose = `'${order.user_id}', '${order.id}'`;
  const years = 1 + (pick % 3);
  const change = how === "cancel" ? `cancel_order(${whose})` : `change_order_years(${whose}, ${years}, ${years * 700})`;
  const [done] = await query(`select ${change} as is`);
  if (done?.is === "done") world.changes++;
}
