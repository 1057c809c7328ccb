/** How money comes for a service, in plain SQL: by Pay Bill, by a prompt and its callback, by a typed code, or in parts. */
import fc from "fast-check";

type Row = Record<string, unknown>;
/** Runs a statement as one of the two processes. */
export type Query = (statement: string, at?: number) => Promise<Row[]>;

const pay = fc.constantFrom(
  "all",
  "all",
  "all",
  "part",
  "more",
  "held",
  "shilling",
  "prompt",
  "typed",
  "not-found",
  "confirm",
);
const mpesa = fc.constantFrom("paid", "paid", "paid", "twice", "unconfirmed", "refused", "lost", "queried");
export const moneyActs = (thing: fc.Arbitrary<number>) => [
  { weight: 9, arbitrary: fc.record({ kind: fc.constant("pay" as const), thing, how: pay }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("mpesa" as const), thing, says: mpesa }) },
];
type MoneyAct = { kind: "pay"; how: string } | { kind: "mpesa"; says: string };

const STAFF = JSON.stringify({ id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b00", email: "wanjiku@example.co.ke" });

/**
 * Returns how these acts are carried out for a service, and its open order with its bill: of several one for which `last` is
 * false.
 */
export function createMoneyActs(query: Query) {
  let made = 0;
  const one = async (statement: string, at = 0): Promise<Row> => (await query(statement, at))[0] ?? {};
  const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
  const newCode = () => `SVC${String(++made).padStart(7, "0")}`;
  const openOrder = (service: unknown, last = "paid_at is not null") =>
    one(`select orders.*, reference, amount_ksh - paid_ksh as missing, typed_code from orders left join bills on bills.id = bill_id
      where service_id = '${service}' and status in ('requested', 'processing') order by ${last}, orders.created_at, orders.id limit 1`);

  async function payBill(
    how: string,
    { bill_id: bill, reference, missing, typed_code }: Row,
    at: number,
  ): Promise<void> {
    const code = newCode();
    const left = Number(missing);
    if (how === "prompt") {
      const { prompt } = await one(`select open_prompt('${bill}', '+254712345678') -> 'prompt' ->> 'id' as prompt`, at);
      if (prompt) await query(`select mark_prompt_sent('${prompt}', 'm-${prompt}', 'c-${prompt}')`, at);
    } else if (how === "typed") await query(`select add_typed_code('${bill}', '${code}')`, at);
    else if (how === "not-found") {
      if (typed_code)
        await query(`select desk_code_not_found(${json(JSON.parse(STAFF))}, '${reference}', '${typed_code}')`, at);
    } else if (how === "confirm") {
      const held = await query(`select code from payments where bill_id = '${bill}' and state = 'held'`);
      for (const row of held) await query(`select confirm_payment('${row.code}', 'staff')`, at);
    } else if (left > 0) {
      const amounts: Record<string, number> = { part: Math.ceil(left / 2), more: left + 500, shilling: 1 };
      const report = {
        code,
        amount_ksh: amounts[how] ?? left,
        paid_at: "2026-12-02T05:00Z",
        source: "paybill",
        reference,
      };
      await query(`select record_payment(${json(how === "held" ? report : { ...report, confirmed_by: "token" })})`, at);
    }
  }

  /** The last prompt of a service ends as M-PESA says, perhaps long after its order has failed. */
  async function endPrompt(says: string, service: string, at: number): Promise<void> {
    const { id, amount_ksh } = await one(`select payment_prompts.* from payment_prompts join orders using (bill_id)
      where service_id = '${service}' and state in ('asking', 'sent', 'unknown') order by asked_at desc limit 1`);
    if (!id) return;
    if (says === "refused") return void (await query(`select end_prompt('${id}', 'refused', '1032', 'cancelled')`, at));
    if (says === "lost") return void (await query(`select end_prompt('${id}', 'unknown', null, null)`, at));
    // The provider calls it paid, and the payment itself comes later.
    if (says === "queried") return void (await query(`select end_prompt('${id}', 'paid', '0', null)`, at));
    const code = newCode();
    const callback = { key: `stk ${code}`, source: "stk", prompt_id: id, body: { code } };
    for (const _ of says === "twice" ? [1, 2] : [1]) {
      await query(`select store_callback(${json(callback)})`, at);
      const { key } = await one("select key from claim_callback(120)", at);
      const money = { code, amount_ksh, paid_at: "2026-12-02T05:00Z", source: "stk", prompt_id: id };
      await query(`select record_payment(${json(money)})`, at);
      if (says !== "unconfirmed") await query(`select confirm_payment('${code}', 'query')`, at);
      if (key) await query(`select end_callback('${key}', null)`, at);
    }
  }

  async function apply(act: MoneyAct, service: string, at: number): Promise<void> {
    if (act.kind === "mpesa") return endPrompt(act.says, service, at);
    const order = await openOrder(service);
    if (order.bill_id) await payBill(act.how, order, at);
  }

  return { apply, openOrder };
}
