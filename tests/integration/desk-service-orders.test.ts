import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import type { Order } from "#app/orders/order.ts";
import { act, at, post as postOrder, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { active, NAME, post, put, REASON } from "./desk-service-fixtures.ts";
import { database, FIRST } from "./order-fixtures.ts";

const FAILED = { why: "cancelled" };
const now = async (id: string) =>
  (await database.query("select state, will_end, ends_on::text, wanted from services where id = $1", [id]))[0];

/** A paid order for the next year, which staff have not carried out. Returns its id. */
async function paidYear(id: string): Promise<string> {
  const [bill] = await database.query(
    `insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at) values ($1, 'M0000009', 9000, 9000, now()) returning id`,
    [FIRST.id],
  );
  const [order] = await database.query(
    `insert into orders (user_id, kind, domain, service_id, price_ksh, bill_id, idempotency_key)
     values ($1, 'extend', $2, $3, 9000, $4, 'next year') returning id`,
    [FIRST.id, NAME, id, bill?.id],
  );
  return String(order?.id);
}

async function reopenAndFail(order: Order): Promise<void> {
  await act(wanjiku, order, "reopen", REASON);
  await act(wanjiku, order, "failed", FAILED);
}

describe("a first order that was done, fails and is reopened", () => {
  test("leaves its service as it was, whether the order is done then or still open", async () => {
    const { order, id } = await active(300);
    await reopenAndFail(order);
    expect(await now(id)).toMatchObject({ will_end: true, ends_on: at(-1) });
    await act(wanjiku, order, "reopen", REASON);
    expect(await now(id)).toEqual({ state: "active", will_end: false, ends_on: at(300), wanted: null });
    await act(wanjiku, order, "done");
    expect(await now(id)).toEqual({ state: "active", will_end: false, ends_on: at(300), wanted: null });
    expect(await textAt(`/desk/services/${id}`)).toMatch(
      /Its order goes on\. Last day: [\s\S]*Its order was ended, so it ends/,
    );
  });

  test("leaves no paid day if it failed on the day on which it began", async () => {
    const { order, id } = await active(364);
    await reopenAndFail(order);
    const text = await textAt(`/desk/services/${id}`);
    expect(text).toMatch(/From and to, not paid here\s*no day/);
  });

  test("brings back a service that was suspended meanwhile, and one that its customer ends still ends", async () => {
    const { order, id } = await active(300);
    await database.query("update services set will_end = true where id = $1", [id]);
    await reopenAndFail(order);
    await put(id, { state: "suspended", suspended_on: at(0) });
    await act(wanjiku, order, "reopen", REASON);
    expect(await now(id)).toEqual({ state: "suspended", will_end: true, ends_on: at(300), wanted: "active" });
  });

  test("takes the paid next year with it, which is not back with the first one", async () => {
    const { order, id } = await active(20);
    const extend = await paidYear(id);
    await database.query("update orders set status = 'done' where id = $1", [extend]);
    for (const [form, fields] of [
      ["reopen", REASON],
      ["failed", FAILED],
      ["reopen", REASON],
    ] as const) {
      await act(wanjiku, order, form, fields);
    }
    expect(await now(id)).toMatchObject({ will_end: false, ends_on: at(20) });
  });

  test("leaves a last day that staff named since then", async () => {
    const { order, id } = await active(300);
    await reopenAndFail(order);
    expect((await post(id, "date", { until: at(9), ...REASON })).status).toBe(303);
    await act(wanjiku, order, "reopen", REASON);
    expect(await now(id)).toMatchObject({ will_end: false, ends_on: at(9) });
  });
});

describe("a service whose next year is paid while it is suspended", () => {
  /** Suspended ten days ago, for a year that ended 18 days ago. */
  const suspended = async () => {
    const { id } = await active(-18, { wanted: "suspended" });
    expect((await post(id, "suspend", { sure: "suspend" })).status).toBe(303);
    await put(id, { suspended_on: at(-10) });
    return id;
  };
  const restore = async (id: string) => expect((await post(id, "restore")).status).toBe(303);
  const carryOut = (order: string) => database.query("update orders set status = 'done' where id = $1", [order]);
  const lastDay = async () =>
    (await database.query("select ($1::date + interval '1 year')::date + 10 as day", [at(-18)]))[0]?.day;

  test.each(["restored first", "done first"])(
    "has the days without it, whichever is pressed first: %s",
    async (first) => {
      const id = await suspended();
      const order = await paidYear(id);
      const terms = "select renewal_term(orders) as term from orders where kind = 'extend'";
      // Nobody knows yet how many days are added, so the receipt names none.
      expect(await database.query(terms)).toEqual([{ term: null }]);
      const hint = "it gets the days without it when you end that order as done";
      expect(await textAt(`/desk/services/${id}`)).toContain(hint);
      if (first === "restored first") {
        await restore(id);
        await carryOut(order);
      } else {
        await carryOut(order);
        expect(await textAt(`/desk/services/${id}`)).not.toContain(hint);
        await restore(id);
      }
      const [{ ends_on } = {}] = await database.query("select ends_on from services where id = $1", [id]);
      expect(ends_on).toEqual(await lastDay());
    },
  );

  test("gets no days if it is restored and nobody pays, also if an earlier year was paid", async () => {
    const { id } = await active(-18, { wanted: "suspended" });
    await database.query("insert into service_changes (service_id, user_id, did) values ($1, $2, 'renewed')", [
      id,
      FIRST.id,
    ]);
    expect((await post(id, "suspend", { sure: "suspend" })).status).toBe(303);
    await put(id, { suspended_on: at(-10) });
    await restore(id);
    expect(await now(id)).toMatchObject({ state: "active", ends_on: at(-18) });
  });
});

test("a next year that is not reopened because its plan differs says that, and not that its service ended", async () => {
  const { id } = await active(20);
  const year = { id: await paidYear(id) };
  await act(wanjiku, year, "failed", FAILED);
  await database.query(`update orders set payload = '{"plan":"business"}' where id = $1`, [year.id]);
  const { status, html } = await postOrder(wanjiku, year, "reopen", REASON);
  expect([status, html.includes("The next year has another plan")]).toEqual([409, true]);
});
