import "./mpesa-settings.ts";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { env } from "#app/platform/env.server.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";
import { planOwnService } from "#app/services/services.table.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import { dayAt, isoOf, makeCustomer, subjectsOf } from "./notification-fixtures.ts";
import { deleteServices, makeService, serviceRow } from "./service-fixtures.ts";

/** The first day is a Sunday. */
const [MONDAY, THURSDAY, FRIDAY] = [1, 4, 5];
let njeri: string;
beforeEach(async () => {
  await deleteServices(database);
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});

const add = (domain: string, ends: number, more = {}) => makeService(database, njeri, domain, ends, more);
const run = (day: number, hour = 10) => runServiceCycle(dayAt(day, hour));
const orders = () =>
  database.query(
    `select orders.domain, kind, price_ksh, status, orders.opened_by, bills.opened_by as bill_by, amount_ksh, paid_ksh
     from orders left join bills on bills.id = bill_id order by orders.created_at, orders.domain`,
  );
const wantedOf = async (id: string) => (await serviceRow(database, id, "wanted")).wanted;
const yearOf = (plan: string) =>
  nextYearPriceOf({ kind: "hosting", plan, seats: null, renewKsh: null, nextPlan: null, nextSeats: null })?.ksh;

describe("thirty days before the last day of a service", () => {
  test("its order and bill are opened once, at today's price, and no mail is sent", async () => {
    await add("a.co.ke", 30);
    await add("b.co.ke", 31);
    await add("ends.co.ke", 30, { willEnd: true });
    await add("agreed.co.ke", 20, { renewKsh: 9000 });
    await add("unpriced.co.ke", 20, { kind: "mail", plan: "microsoft-365", seats: 3 });
    await Promise.all([run(0), run(0), run(0)]);
    await run(0);
    const site = { kind: "extend", status: "requested", opened_by: "site", bill_by: "site", paid_ksh: 0 };
    const of = (domain: string, ksh: unknown) => ({ domain, ...site, price_ksh: ksh, amount_ksh: ksh });
    const opened = await orders();
    expect(opened).toHaveLength(2);
    expect(opened).toEqual(expect.arrayContaining([of("a.co.ke", yearOf("deluxe")), of("agreed.co.ke", 9000)]));
    expect(await subjectsOf(database)).toEqual([]);
  });

  test("nothing is opened without M-PESA", async () => {
    const { mpesa } = env;
    await add("a.co.ke", 30);
    Object.assign(env, { mpesa: null });
    await run(0).finally(() => Object.assign(env, { mpesa }));
    expect(await orders()).toEqual([]);
  });

  test("the price is the smaller plan's if the customer chose one, before or after the bill was opened", async () => {
    const id = await add("a.co.ke", 30);
    await run(0);
    expect(await planOwnService(njeri, id, { plan: "starter", seats: null })).toMatchObject({ value: "done" });
    await run(0);
    expect((await orders()).map(({ price_ksh, status }) => [price_ksh, status])).toEqual([
      [yearOf("deluxe"), "failed"],
      [yearOf("starter"), "requested"],
    ]);
  });

  test("an order that the customer or staff ended is not opened again", async () => {
    await add("a.co.ke", 30);
    await add("b.co.ke", 30);
    await run(0);
    await database.query(`update orders set status = 'failed', cancelled_at = now() where domain = 'a.co.ke'`);
    await database.query(`update orders set status = 'failed', taken_by = user_id where domain = 'b.co.ke'`);
    await run(1);
    expect(await orders()).toHaveLength(2);
  });

  test("what a killed process left is opened by the next turn", async () => {
    for (let count = 0; count < 5; count += 1) await add(`s${count}.co.ke`, 30);
    let calls = 0;
    server.use(
      http.post("*/rest/v1/rpc/place_orders", async ({ request }) => {
        calls += 1;
        // The answers of some are lost, before or after the database has stored the order.
        if (calls > 2) return HttpResponse.error();
        const reply = await database.answer(request);
        return calls === 2 ? HttpResponse.error() : reply;
      }),
    );
    await run(0);
    server.resetHandlers();
    await run(0);
    expect((await orders()).map(({ domain }) => domain).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `s${n}.co.ke`));
  });
});

describe("the suspension of a service", () => {
  test.each([
    ["on the seventh day", MONDAY, -6, 10, null],
    ["on the eighth day", MONDAY, -7, 10, "suspended"],
    ["on a Thursday", THURSDAY, -10, 11, "suspended"],
    ["on a Friday", FRIDAY, -10, 10, null],
    ["on a Sunday", 7, -10, 10, null],
    ["before nine", MONDAY, -10, 8, null],
    ["at noon", MONDAY, -10, 12, null],
  ])("is wanted from Monday to Thursday in the morning: %s", async (_when, day, ends, hour, wanted) => {
    const id = await add("a.co.ke", ends);
    await run(day, hour);
    expect(await wantedOf(id)).toBe(wanted);
  });

  test("is wanted on the first day after the last if the customer ends it", async () => {
    const [ended, today] = [await add("a.co.ke", 0, { willEnd: true }), await add("b.co.ke", 1, { willEnd: true })];
    await run(MONDAY);
    expect([await wantedOf(ended), await wantedOf(today)]).toEqual(["suspended", null]);
  });

  test("waits while staff hold it, and while nobody has named its price", async () => {
    const held = await add("a.co.ke", -10);
    const unpriced = await add("b.co.ke", -10, { kind: "certificate", plan: "dv" });
    const named = await add("c.co.ke", -10, { kind: "certificate", plan: "dv", renewKsh: 5000 });
    await database.query("update services set hold_until = $1 where id = $2", [isoOf(MONDAY + 1), held]);
    await run(MONDAY);
    expect([await wantedOf(held), await wantedOf(unpriced), await wantedOf(named)]).toEqual([null, null, "suspended"]);
    await run(MONDAY + 2);
    expect(await wantedOf(held)).toBe("suspended");
  });

  test.each([
    ["a typed code", "update bills set typed_code = 'SG722NMVXQ'"],
    [
      "an open prompt",
      `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, asked_at)
       select id, user_id, '+254712345678', amount_ksh, 'asking', now() from bills`,
    ],
    [
      "a held payment",
      `insert into payments (code, bill_id, user_id, amount_ksh, paid_at, source, state)
       select 'SG722NMVXQ', id, user_id, 5, now(), 'stk', 'held' from bills`,
    ],
    ["a paid bill in work", "update bills set paid_at = now(), paid_ksh = amount_ksh"],
    ["a part of the money", "update bills set paid_ksh = 5"],
    ["staff at work", "update orders set status = 'processing', taken_by = user_id"],
  ])("waits for money on its way: %s", async (_what, statement) => {
    const id = await add("a.co.ke", -10);
    await run(0);
    await database.query(statement);
    await run(MONDAY);
    expect(await wantedOf(id)).toBeNull();
  });

  test("of a hundred services whose money is on its way does not keep others waiting", async () => {
    for (let count = 0; count < 101; count += 1) await add(`s${count}.co.ke`, -20);
    await run(0);
    await database.query("update bills set typed_code = 'SG722NMVXQ'");
    const last = await add("last.co.ke", -10);
    await run(MONDAY);
    expect(await wantedOf(last)).toBe("suspended");
  });

  test("does not come after the payment, but ends the wish to suspend", async () => {
    const id = await add("a.co.ke", -10);
    await run(MONDAY);
    expect(await wantedOf(id)).toBe("suspended");
    await database.query("update orders set status = 'done'");
    expect(await serviceRow(database, id, "state, wanted, ends_on::text")).toEqual({
      ...{ state: "active", wanted: null, ends_on: isoOf(355) },
    });
  });
});

describe("money that does not pay a bill", () => {
  const part = "update bills set paid_ksh = 1 where paid_at is null";
  const typed = "update bills set typed_code = 'SG722NMVXQ'";
  const held = `insert into payments (code, bill_id, user_id, amount_ksh, paid_at, source, state)
    select 'SG722NMVXQ', id, user_id, 5, now(), 'stk', 'held' from bills`;
  const work = () =>
    database.query("select kind from services_waiting($1, '{deluxe}') where kind = 'service-money'", [
      dayAt(38).toISOString(),
    ]);

  test.each([
    ["a part", part, "failed"],
    ["a typed code", typed, "failed"],
    ["a payment that is being confirmed", held, "requested"],
    ["a paid year in the hands of staff", "update bills set paid_at = now(), paid_ksh = amount_ksh", "requested"],
  ])("%s keeps a service until day 38 (%#)", async (what, statement, status) => {
    const id = await add("a.co.ke", 0);
    await run(0);
    await database.query(statement);
    for (const day of [8, 36, 38]) await run(day);
    expect([(await orders())[0]?.status, await wantedOf(id)]).toEqual(["requested", null]);
    expect(await work()).toEqual(what.startsWith("a paid") ? [] : [{ kind: "service-money" }]);
    await run(39);
    expect((await orders()).map((order) => order.status)).toEqual([status]);
    // A Monday.
    await run(43);
    expect(await wantedOf(id)).toBe(status === "failed" ? "suspended" : null);
    const refunds = await database.query("select kind, ksh from payments_waiting(now()) where kind = 'payment-refund'");
    expect(refunds).toEqual(statement === part ? [{ kind: "payment-refund", ksh: 1 }] : []);
  });

  test.each([
    ["a part", part, "failed"],
    ["a typed code", typed, "failed"],
    ["a payment that is being confirmed", held, "requested"],
  ])("%s keeps a larger plan for three days (%#)", async (_what, statement, status) => {
    const id = await add("a.co.ke", 20, { plan: "starter" });
    const bill = crypto.randomUUID();
    const order = { id: crypto.randomUUID(), user_id: njeri, kind: "upgrade", domain: "a.co.ke", price_ksh: 5000 };
    await database.query("select place_orders($1, now(), now(), 9, '[]', '[]', 0, $2)", [
      JSON.stringify([{ ...order, service_id: id, payload: { plan: "deluxe", yearKsh: 17_148 } }]),
      JSON.stringify({ id: bill, reference: "M7K2Q9XA", orders: [order.id] }),
    ]);
    await database.query(statement);
    await database.query("update orders set created_at = $1", [dayAt(0).toISOString()]);
    await run(2);
    expect((await orders()).map((one) => one.status)).toEqual(["requested"]);
    await run(3);
    expect((await orders())[0]?.status).toBe(status);
    // The next year is ordered only when the larger plan is settled.
    await run(4);
    expect(await orders()).toHaveLength(status === "failed" ? 2 : 1);
  });
});

test("on day 39 the unpaid order for the next year fails, and none is opened again", async () => {
  await add("a.co.ke", 0);
  await run(38);
  expect((await orders()).map(({ status }) => status)).toEqual(["requested"]);
  for (const day of [39, 40]) await run(day);
  expect((await orders()).map(({ status }) => status)).toEqual(["failed"]);
});

test("who ends a service is told once, in the morning, to take a backup, and not who keeps it", async () => {
  const id = await add("a.co.ke", 7, { willEnd: true });
  await add("early.co.ke", 9, { willEnd: true });
  await add("cert.co.ke", 7, { willEnd: true, kind: "certificate", plan: "dv" });
  await add("kept.co.ke", 7);
  await run(0, 7);
  expect(await subjectsOf(database)).toEqual([]);
  await Promise.all([run(0, 8), run(0, 8)]);
  await run(1);
  expect(await subjectsOf(database)).toEqual([`Take a backup before 29 Nov 2026: hosting for a.co.ke`]);
  expect(await database.query("select service_id, step from service_notices")).toEqual([
    { service_id: id, step: "backup" },
  ]);
});
