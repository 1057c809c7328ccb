import type { Row } from "postgres";
import { beforeAll, expect, test } from "vitest";
import { receiptNumber } from "./payment-invariants.ts";
import type { OnPostgres } from "./temporary-postgres.ts";

const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a0a";
const PRESSES = 100;
/** A server with default settings accepts a hundred connections. */
const CONNECTIONS = 40;

/** Bills and payments on a server with concurrent transactions. */
export function testPayments({ server }: OnPostgres): void {
  const NONE: Row = {};
  const one = async (statement: string) => (await server().sql.unsafe(statement))[0] ?? NONE;
  /** Runs statements on many connections at once. */
  const together = async (statements: readonly string[]) => {
    const connections = statements.slice(0, CONNECTIONS).map(() => server().connect());
    const rows = await Promise.all(
      statements.map(async (sql, at) => (await connections[at % connections.length]?.unsafe(sql))?.[0] ?? NONE),
    );
    await Promise.all(connections.map((connection) => connection.end()));
    return rows;
  };
  let made = 0;
  /** Orders renewals at these prices in one press, of which the first `payable` are on the bill. Returns the ids. */
  async function order(prices: readonly number[], payable = prices.length) {
    made += 1;
    const orders = prices.map((price_ksh, at) => ({
      ...{ id: crypto.randomUUID(), user_id: CUSTOMER, kind: "renew", domain: `p${made}-${at}.co.ke`, payload: {} },
      price_ksh,
    }));
    const ids = orders.map(({ id }) => id);
    const bill = {
      id: crypto.randomUUID(),
      reference: `MT${String(made).padStart(6, "0")}`,
      orders: ids.slice(0, payable),
    };
    const [rows, its] = [orders, bill].map((value) => JSON.stringify(value));
    await one(`select place_orders('${rows}', now(), now(), 99, '[]', '[]', 0, '${its}')`);
    return { bill: bill.id, reference: bill.reference, ids };
  }
  const billOf = (id: string) =>
    one(`select amount_ksh, paid_ksh, surplus_ksh, refund_due_ksh, number from bills where id = '${id}'`);
  const press = (bill: string) => `select open_prompt('${bill}', '+254712345678') as opened`;
  const record = (code: string, amount_ksh: number, more: object) => {
    const given = { code, amount_ksh, paid_at: "2026-12-02T05:00Z", source: "paybill", ...more };
    return `select record_payment('${JSON.stringify(given)}') as payment`;
  };
  const year = new Date(Date.now() + 3 * 3600_000).getUTCFullYear();

  beforeAll(() => server().sql`insert into auth.users (id, email) values (${CUSTOMER}, 'payer@example.co.ke')`);

  test("one press makes one bill of its payable orders, and none without a price", async () => {
    const { bill, ids } = await order([1500, 2000, 700], 2);
    expect(await billOf(bill)).toMatchObject({ amount_ksh: 3500, paid_ksh: 0, number: null });
    const on = await server().sql`select id from orders where bill_id = ${bill}`;
    expect(on.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort());
    expect(await billOf((await order([0])).bill)).toEqual({});
  });

  test(`${PRESSES} concurrent presses open one prompt, and a press after two minutes opens another`, async () => {
    const { bill } = await order([1500]);
    const opened = await together(Array.from({ length: PRESSES }, () => press(bill)));
    expect(opened.filter((row) => row.opened.is_new)).toHaveLength(1);
    expect(new Set(opened.map((row) => row.opened.prompt.id)).size).toBe(1);
    await server().sql`update payment_prompts set asked_at = now() - interval '1 minute' where bill_id = ${bill}`;
    expect(await one(press(bill))).toMatchObject({ opened: { is_new: false } });
    await server().sql`update payment_prompts set asked_at = now() - interval '2 minutes' where bill_id = ${bill}`;
    expect(await one(press(bill))).toMatchObject({ opened: { is_new: true } });
  });

  test("concurrent reports of one payment count it once, and receipts are numbered without gaps", async () => {
    const bills = await Promise.all(Array.from({ length: 5 }, () => order([1000])));
    const reports = bills.flatMap(({ reference }, at) =>
      [1, 2, 3].map(() => record(`CONCURR00${at}`, 1000, { reference, confirmed_by: "token" })),
    );
    await together(reports);
    const paid = await Promise.all(bills.map(({ bill }) => billOf(bill)));
    for (const bill of paid) expect(bill).toMatchObject({ paid_ksh: 1000, surplus_ksh: 0, refund_due_ksh: 0 });
    const numbers = Array.from(paid, (_, at) => receiptNumber(year, at + 1));
    expect(paid.map(({ number }) => number).sort()).toEqual(numbers);
  });

  test("a part, the rest with a surplus, and another payment add up", async () => {
    const { bill, reference } = await order([1000]);
    const state = async (code: string, amount: number, more = {}) =>
      (await one(record(code, amount, { reference, confirmed_by: "token", ...more }))).payment.state;
    expect(await state("PARTPAID01", 300)).toBe("counted");
    expect(await billOf(bill)).toMatchObject({ paid_ksh: 300, number: null });
    expect(await state("PARTPAID02", 900)).toBe("counted");
    expect(await state("PARTPAID03", 50)).toBe("surplus");
    expect(await billOf(bill)).toMatchObject({ paid_ksh: 1000, surplus_ksh: 250, number: expect.any(String) });
    expect(await one(press(bill))).toEqual({ opened: null });
    expect(await one("select return_payment('PARTPAID03', null) as is_back")).toEqual({ is_back: true });
    expect(await one("select return_payment('PARTPAID02', null) as is_back")).toEqual({ is_back: false });
    expect(await billOf(bill)).toMatchObject({ surplus_ksh: 200 });
  });

  test("a payment waits for its confirmation, for its bill, and for a person if two sources disagree", async () => {
    const { bill, reference } = await order([1000]);
    const payment = async (sql: string) => (await one(sql)).payment;
    expect(await payment(record("HELDHELD01", 1000, { reference }))).toMatchObject({ state: "held" });
    // Money that is being checked is not asked for again.
    expect(await one(press(bill))).toMatchObject({ opened: { is_new: false } });
    expect(await payment(record("HELDHELD01", 900, { confirmed_by: "pull", source: "pull" }))).toMatchObject({
      state: "held",
      is_disputed: true,
      amount_ksh: 1000,
    });
    expect(await one("select confirm_payment('HELDHELD01', 'query') as state")).toEqual({ state: "held" });
    expect(await one("select confirm_payment('HELDHELD01', 'staff') as state")).toEqual({ state: "counted" });

    const other = await order([400]);
    expect(await payment(record("UNKNOWN001", 400, { reference: "nobody" }))).toMatchObject({ state: "unmatched" });
    expect(await one(`select match_payment('UNKNOWN001', '${other.bill}', null) as state`)).toEqual({
      state: "counted",
    });
    expect(await billOf(other.bill)).toMatchObject({ paid_ksh: 400 });
  });

  test("an order that fails makes an unpaid bill smaller and a paid one due back", async () => {
    const fail = (id: string | undefined) => server().sql`update orders set status = 'failed' where id = ${id ?? ""}`;
    const { bill, reference, ids } = await order([1000, 500]);
    await fail(ids[1]);
    expect(await billOf(bill)).toMatchObject({ amount_ksh: 1000 });
    await one(record("REFUNDED01", 1000, { reference, confirmed_by: "token" }));
    await fail(ids[0]);
    expect(await billOf(bill)).toMatchObject({ paid_ksh: 1000, refund_due_ksh: 1000 });
    const due = await server().sql`select refund_due_ksh, bill_id from orders where id in ${server().sql(ids)}
      order by price_ksh`;
    expect([...due]).toEqual([
      { refund_due_ksh: 0, bill_id: null },
      { refund_due_ksh: 1000, bill_id: bill },
    ]);
    // Money for a bill whose order has failed is due back, too.
    const late = await order([700]);
    await fail(late.ids[0]);
    expect(await one(press(late.bill))).toEqual({ opened: null });
    await one(record("REFUNDED02", 700, { reference: late.reference, confirmed_by: "token" }));
    expect(await billOf(late.bill)).toMatchObject({ paid_ksh: 700, refund_due_ksh: 700 });
  });

  test("an order that fails while a phone is asked stays on the bill until the next prompt", async () => {
    const fail = (id: string | undefined) => server().sql`update orders set status = 'failed' where id = ${id ?? ""}`;
    const { bill, ids } = await order([1000, 500, 300]);
    const { prompt } = (await one(press(bill))).opened;
    await fail(ids[1]);
    expect(await billOf(bill)).toMatchObject({ amount_ksh: 1800 });
    await one(`select end_prompt('${prompt.id}', 'refused', '1032', 'cancelled')`);
    expect(await one(press(bill))).toMatchObject({ opened: { is_new: true, prompt: { amount_ksh: 1300 } } });
    await fail(ids[2]);
    await one(record("REFUNDED03", 1300, { prompt_id: prompt.id, source: "stk", confirmed_by: "query" }));
    expect(await billOf(bill)).toMatchObject({ paid_ksh: 1300, refund_due_ksh: 300 });
    const due = await server()
      .sql`select refund_due_ksh from orders where id in ${server().sql(ids)} order by price_ksh`;
    expect(due.map(({ refund_due_ksh }) => refund_due_ksh)).toEqual([300, 0, 0]);
  });

  test("a prompt that was refused is paid after all if the money comes, and no longer refused then", async () => {
    const { bill } = await order([1000]);
    const prompt = (await one(press(bill))).opened.prompt.id;
    const state = async () => (await one(`select state from payment_prompts where id = '${prompt}'`)).state;
    await one(`select end_prompt('${prompt}', 'refused', '1032', 'cancelled')`);
    expect(await state()).toBe("refused");
    await one(record("LATEMONEY1", 1000, { prompt_id: prompt, source: "stk", confirmed_by: "query" }));
    await one(`select end_prompt('${prompt}', 'refused', '1032', 'cancelled')`);
    expect(await state()).toBe("paid");
    expect(await billOf(bill)).toMatchObject({ paid_ksh: 1000 });
  });

  test("the phones of a closed account, and those of old prompts, are shortened", async () => {
    const { bill } = await order([1000]);
    await one(press(bill));
    const phones = () => server().sql`select phone_e164 from payment_prompts where bill_id = ${bill}`;
    await one("select forget_phones()");
    expect(await phones()).toEqual([{ phone_e164: "+254712345678" }]);
    await server().sql`insert into closing_requests (user_id) values (${CUSTOMER})`;
    await server().sql`update closing_requests set state = 'done' where user_id = ${CUSTOMER}`;
    expect(await phones()).toEqual([{ phone_e164: "678" }]);
  });

  test("credit is kept once and never used below nothing, whoever presses at once", async () => {
    const [paid, one, other] = [await order([1000]), await order([250]), await order([280])];
    await together([record("CREDIT0001", 1300, { reference: paid.reference, confirmed_by: "pull" })]);
    const keep = `select keep_credit(null, '${paid.reference}', 300, '[]') ->> 'outcome' as is`;
    const back = `select want_back('${paid.reference}', 300) ->> 'outcome' as is`;
    const kept = await together(Array.from({ length: PRESSES }, (_, at) => (at % 2 === 0 ? keep : back)));
    expect(kept.filter(({ is }) => is === "done")).toHaveLength(1);
    // Whichever button was first: staff may keep it, too.
    await together([keep.replace("null", '\'{"id": "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b01", "email": "a@desk.ke"}\'')]);
    const left = () => billOf(paid.bill).then(() => server().sql.unsafe(`select credit_left('${CUSTOMER}') as left`));
    expect(await left()).toEqual([{ left: 300 }]);
    const uses = [one, other].map(
      ({ reference }, at) => `select use_credit('${reference}', ${[250, 280][at]}) ->> 'outcome' as is`,
    );
    const used = await together(Array.from({ length: PRESSES }, (_, at) => uses[at % 2] ?? ""));
    expect(used.filter(({ is }) => is === "done")).toHaveLength(1);
    const [rest] = await left();
    expect([50, 20]).toContain(rest?.left);
    const [sums] = await server().sql`select
      (select sum(amount_ksh)::int from payments where source = 'credit') as paid, (select -sum(ksh)::int from credits where why = 'used') as used`;
    expect(sums?.paid).toBe(sums?.used);
  });
}
