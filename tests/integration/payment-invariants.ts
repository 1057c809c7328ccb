/** What holds at every moment of a random schedule of payments. */
import { expect } from "vitest";
import { realAmount } from "./payment-acts.ts";
import { world } from "./payment-world.ts";
import { checkCounts } from "./plain-counts.ts";

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/**
 * Checks what always holds. `paidBefore`: the bills that were paid. They stay paid, unless one of their payments turned out
 * void.
 */
export async function check(paidBefore: Set<string>, query: Query): Promise<void> {
  const sumOf = async (sql: string) => Number((await query(`select coalesce(sum(${sql}`))[0]?.coalesce);
  const payments = await query(
    "select code, amount_ksh, reported_ksh, state, bill_id from payments where source <> 'credit'",
  );
  const voided = new Set(payments.filter(({ state }) => state === "void").map(({ bill_id }) => String(bill_id)));
  for (const { code, amount_ksh, reported_ksh, state } of payments) {
    const real = realAmount(code);
    if (reported_ksh !== null) expect([real, real], `${code} is real`).toEqual([reported_ksh, amount_ksh]);
    else if (state === "void") expect(real, `${code} is void`).toBe(0);
    else expect(["held", "unmatched"].includes(String(state)) || real === amount_ksh, `${code} is typed`).toBe(true);
  }
  for (const { code } of payments.filter(({ state }) => state !== "held"))
    for (const shown of world.shown) if (shown.code === code) shown.isOver = true;

  const used = await sumOf("amount_ksh), 0) from payments where state in ('counted', 'surplus')");
  expect(used, "every shilling counts once").toBe(await sumOf("paid_ksh + surplus_ksh), 0) from bills"));
  const kept = await sumOf("ksh), 0) from credits where why in ('surplus', 'refund')");
  const whole = await sumOf("amount_ksh), 0) from payments where state = 'kept'");
  expect(await sumOf("refunded_ksh + returned_ksh), 0) from bills"), "it was sent back or kept").toBe(
    world.sentBack + kept - whole,
  );
  await checkCredit(query);
  await checkStatements(query);
  const tooMuch = await query(`select reference from bills where refunded_ksh > paid_ksh or returned_ksh > surplus_ksh
    or (paid_at is not null and refunded_ksh > refund_due_ksh)`);
  expect(tooMuch, "more went back than was due").toEqual([]);

  const paid = await query("select id, number from bills where paid_at is not null");
  for (const id of paidBefore) {
    if (!voided.has(id))
      expect(
        paid.some((bill) => bill.id === id),
        "paid stays paid",
      ).toBe(true);
  }
  for (const { id } of paid) paidBefore.add(String(id));
  const short = await query(`select bills.id from bills where paid_at is not null and amount_ksh >
    (select coalesce(sum(amount_ksh), 0) from payments where bill_id = bills.id and state = 'counted')`);
  expect(short, "paid without money").toEqual([]);
  const uneven =
    await query(`select id from bills where amount_ksh <> (select sum(price_ksh) from orders where bill_id = bills.id)
    or refund_due_ksh <> (select sum(refund_due_ksh) from orders where bill_id = bills.id)`);
  expect(uneven, "the orders of a bill add up to it").toEqual([]);
  const open = await query(
    "select domain from orders where status in ('requested', 'processing') and (refund_due_ksh > 0 or refunded_at is not null)",
  );
  expect(open, "money of an open order goes back").toEqual([]);
  const unpaid = await query(
    `select domain, bill_id from orders join bills on bills.id = bill_id where bills.paid_at is null
      and (status = 'done' or (status = 'processing' and taken_by is null))`,
  );
  expect(
    unpaid.filter(({ bill_id }) => !voided.has(String(bill_id))),
    "carried out without money",
  ).toEqual([]);
  expect(world.seconds, "second prompts").toBe(0);
  await checkDocuments(query);
  await checkCounts(query);
}

/** Nobody has less than nothing, and each use of credit is one payment, which counts. */
async function checkCredit(query: Query): Promise<void> {
  expect(await query("select user_id from credits group by user_id having sum(ksh) < 0"), "a balance below 0").toEqual(
    [],
  );
  const uneven =
    await query(`select coalesce(code, payment_code) as code from (select * from credits where why = 'used') as used
    full join (select * from payments where source = 'credit') as money on code = payment_code
    where amount_ksh is distinct from -ksh or money.bill_id is distinct from used.bill_id or state is distinct from 'counted'`);
  expect(uneven, "credit that was used without a payment").toEqual([]);
}

/** The last balance of a statement is the customer's credit and what bills hold without a receipt, to the shilling. */
async function checkStatements(query: Query): Promise<void> {
  const wrong = await query(`select * from (
      select distinct on (user_id) user_id, paid_sum - charged_sum as balance, charged_sum, credit_left(user_id) + (
        select coalesce(sum(surplus_ksh - returned_ksh
          + case when exists (select from receipts where number = bill.number) then 0 else paid_ksh - refunded_ksh end), 0)
        from bills as bill where bill.user_id = line.user_id) as holds, (
        select coalesce(sum(gross_ksh), 0) from receipts where user_id = line.user_id) - (
        select coalesce(sum(gross_ksh), 0) from credit_notes where user_id = line.user_id) as issued
      from statement_lines as line order by user_id, day desc, id desc) as last
    where balance <> holds or charged_sum <> issued`);
  expect(wrong, "statements differ from receipts and payments").toEqual([]);
  const [back] = await query(
    "select coalesce(sum((one ->> 'ksh')::integer), 0) as ksh from bills, jsonb_array_elements(pay_backs) as one",
  );
  expect(Number(back?.ksh), "what was paid back is on the statement").toBe(world.sentBack);
}

/** The number of a receipt: the year, and how many there are in it. */
export const receiptNumber = (year: number, count: number) => `${year}-${String(count).padStart(5, "0")}`;

/** Receipts and credit notes are numbered without gaps, never change, and add up to what is paid. */
async function checkDocuments(query: Query): Promise<void> {
  const year = new Date(Date.now() + 3 * 3600_000).getUTCFullYear();
  const numbers = await query(
    "select number from bills where number is not null union select number from receipts order by number",
  );
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => receiptNumber(year, index + 1)));
  const notes = await query("select number from credit_notes order by number");
  expect(notes.map(({ number }) => number)).toEqual(notes.map((_, index) => `CN-${receiptNumber(year, index + 1)}`));
  for (const row of await query("select number, to_jsonb(receipts) - 'etims_number' as stored from receipts")) {
    const [number, stored] = [String(row.number), JSON.stringify(row.stored)];
    expect(stored, "a stored receipt changed").toBe(world.receipts.get(number) ?? stored);
    world.receipts.set(number, stored);
  }
  const wrong = await query(`select bill.id from bills as bill join receipts on bill_id = bill.id
    where exists (select from receipts where number = bill.number) or bill.number is null
    group by bill.id, bill.paid_at, bill.amount_ksh, bill.refunded_ksh having sum(gross_ksh)
      - (select coalesce(sum(note.gross_ksh), 0) from credit_notes as note join receipts as of on of.number = note.receipt_number
        where of.bill_id = bill.id)
    <> case when bill.paid_at is null then 0 else bill.amount_ksh - bill.refunded_ksh end`);
  expect(wrong, "receipts less credit notes are what is paid").toEqual([]);
}
