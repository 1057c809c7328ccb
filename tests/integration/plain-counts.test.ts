/** Random bills, orders and payments, also such as no form makes: what the desk counts is what a plain query counts. */
import fc from "fast-check";
import { beforeAll, test } from "vitest";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { database } from "./database.ts";
import { checkCounts } from "./plain-counts.ts";

beforeAll(() => createDemoCustomers(database));

const CUSTOMER = demoCustomers[0].id;
const anyOrder = fc.record({
  status: fc.constantFrom("requested", "processing", "done", "failed"),
  isTaken: fc.boolean(),
  minutes: fc.constantFrom(0, 30),
  /** What happens to it afterwards. */
  later: fc.option(fc.constantFrom("requested", "processing", "done")),
});
const anyBill = fc.record({
  paid: fc.constantFrom(0, 500, 3000),
  typed: fc.boolean(),
  payment: fc.constantFrom(null, "counted", "void", "held"),
  days: fc.constantFrom(0, 5),
  orders: fc.array(anyOrder, { minLength: 1, maxLength: 3 }),
  hasBill: fc.boolean(),
});

test("what the desk counts of bills and orders is what a plain query counts", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyBill, { maxLength: 6 }), async (bills) => {
      await database.query("begin");
      try {
        for (const [index, bill] of bills.entries()) await add(index, bill);
        await checkCounts((sql) => database.query(sql));
      } finally {
        await database.query("rollback");
      }
    }),
    { numRuns: process.env.LONG === "1" ? 200 : 15 },
  );
});

async function add(
  index: number,
  { paid, typed, payment, days, orders, hasBill }: typeof anyBill extends fc.Arbitrary<infer T> ? T : never,
) {
  const bill = hasBill ? `0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a0${index}` : null;
  if (bill !== null)
    await database.query(
      `insert into bills (id, user_id, reference, amount_ksh, paid_ksh, paid_at, opened_at, typed_code)
       values ($1, $2, $3, 3000, $4, case when $4 = 3000 then now() end, now() - $5 * interval '1 day', $6)`,
      [bill, CUSTOMER, `M000000${index}`, paid, days, typed ? `SZZZZZZZZ${index}` : null],
    );
  if (bill !== null && payment !== null && (payment !== "counted" || paid > 0))
    await database.query(
      `insert into payments (code, user_id, bill_id, amount_ksh, paid_at, received_at, source, state)
       values ($1, $2, $3, 500, now(), now() - $4 * interval '1 day', 'stk', $5)`,
      [`T00000000${index}`, CUSTOMER, bill, days, payment],
    );
  for (const [place, { status, isTaken, minutes, later }] of orders.entries()) {
    const key = `plain-${index}-${place}`;
    await database.query(
      `insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key, bill_id, taken_by, updated_at)
       values ($1, 'register', 'a.co.ke', 1000, $2, $3, $4, $5, now() - $6 * interval '1 minute')`,
      [CUSTOMER, status, key, bill, isTaken ? CUSTOMER : null, minutes],
    );
    if (later !== null && status !== "failed")
      await database.query("update orders set status = $2, taken_by = null where idempotency_key = $1", [key, later]);
  }
}
