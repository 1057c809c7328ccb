import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { addYears, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { carryOutServiceOrder, endOwnService, planOwnService } from "#app/services/services.table.server.ts";
import { database } from "./database.ts";
import { dayAt, FIRST_DAY, isoOf } from "./notification-fixtures.ts";
import { makeService, serviceRow } from "./service-fixtures.ts";
import { DOMAIN, mails, turn, world } from "./service-world.ts";

const TODAY = dayNumber(nowDate()) - FIRST_DAY;
/** The last day of the running year. */
const LAST = TODAY + 20;
const NEXT_LAST = dayNumber(addYears(dayAt(LAST, 12), 1)) - FIRST_DAY;
const DELUXE = { plan: "deluxe", price_ksh: 17_148 };
const STARTER = { plan: "starter", price_ksh: 6_228 };
const BEGUN = { next_plan: null, next_seats: null, next_on: null, next_ksh: null };

let id: string;
const row = (columns = "plan, price_ksh, next_plan, next_seats, next_on::text, next_ksh, wanted") =>
  serviceRow(database, id, columns);
const run = (day: number) => runServiceCycle(dayAt(day));
const waiting = () =>
  database.query("select kind from services_waiting(now(), '{starter,economy,deluxe}') where kind = 'service-plan'");
/** Orders the next year, and carries it out after its payment. */
async function renew(day = TODAY) {
  await run(day);
  await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
  const [order] = await database.query("select id from orders where kind = 'extend' and status = 'requested'");
  expect(await carryOutServiceOrder(String(order?.id), true)).toEqual({ ok: true, value: "done" });
}
const upgrade = () =>
  database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key, service_id)
     values ($1, 'upgrade', $2, '{"plan":"ultimate","yearKsh":30000}', 5984, 'upgrade-1', $3) returning id`,
    [world.customer, DOMAIN, id],
  );

test("an agreed price is for one year: a bill for that year has it again, and the year after has the list's", async () => {
  id = await makeService(database, world.customer, DOMAIN, LAST, { renewKsh: 9_000 });
  await renew();
  expect(await row("next_ksh, renew_ksh")).toEqual({ next_ksh: 9_000, renew_ksh: 9_000 });
  // Its payment was void. Then the same year is ordered once more.
  await database.query("select take_back_next_year($1, 'Its payment does not count')", [id]);
  await database.query("update services set ends_on = $1 where id = $2", [isoOf(LAST), id]);
  await renew();
  await run(LAST + 1);
  expect(await row("price_ksh, renew_ksh, ends_on::text")).toEqual({
    ...{ price_ksh: 9_000, renew_ksh: null, ends_on: isoOf(NEXT_LAST) },
  });
  await run(NEXT_LAST - 29);
  const last = await database.query("select price_ksh from orders where kind = 'extend' and status = 'requested'");
  expect(last).toEqual([{ price_ksh: 17_148 }]);
});

test("the year after an agreed one has no price again, if the list has none", async () => {
  const mail = { kind: "mail", plan: "microsoft-365", seats: 2, renewKsh: 9_000 } as const;
  id = await makeService(database, world.customer, DOMAIN, LAST, mail);
  await run(TODAY);
  await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
  await database.query("update orders set status = 'done' where kind = 'extend'");
  await run(NEXT_LAST - 29);
  expect(await database.query("select id from orders where status = 'requested'")).toEqual([]);
  const asked = await database.query("select kind from services_waiting($1, '{starter}')", [dayAt(NEXT_LAST - 29)]);
  expect(asked).toContainEqual({ kind: "service-price" });
});

describe("a smaller plan whose year is paid before it begins", () => {
  beforeEach(async () => {
    id = await makeService(database, world.customer, DOMAIN, LAST);
    await planOwnService(world.customer, id, { plan: "starter", seats: null });
    await renew();
  });

  test("waits for the first day of that year, and then for a person", async () => {
    const waits = { ...DELUXE, next_plan: "starter", next_seats: null, next_on: isoOf(LAST + 1), next_ksh: 6_228 };
    expect(await row()).toEqual({ ...waits, wanted: null });
    expect(await row("ends_on::text")).toEqual({ ends_on: isoOf(NEXT_LAST) });
    await run(LAST);
    expect(await row()).toEqual({ ...waits, wanted: null });
    expect(await waiting()).toEqual([]);
    await Promise.all([run(LAST + 1), run(LAST + 1)]);
    expect(await row()).toEqual({ ...STARTER, ...BEGUN, wanted: "plan" });
    expect(await waiting()).toEqual([{ kind: "service-plan" }]);
    expect(await database.query("select did from service_changes order by id")).toEqual([
      { did: "smaller" },
      { did: "renewed" },
    ]);
  });

  test("is asked of the hosting server on that day, with one mail", async () => {
    await database.query(`update services set provider = 'whm', access = '{"username":"mboga"}'`);
    const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
    const account = { username: "mboga", domain: DOMAIN, plan: "deluxe", isSuspended: false, ...size };
    world.hosting.accounts.set("mboga", account);
    await run(LAST);
    await turn();
    expect(world.hosting.calls).toEqual([]);
    await run(LAST + 1);
    await turn();
    expect(world.hosting.accounts.get("mboga")?.plan).toBe("starter");
    expect((await row()).wanted).toBeNull();
    expect(await mails()).toEqual(["Your new year has begun: hosting for mboga.co.ke"]);
  });

  test("stays through all that a customer does, and no larger plan or second year is ordered", async () => {
    const before = await row();
    for (const plan of [null, "economy"]) {
      expect(await planOwnService(world.customer, id, { plan, seats: null })).toMatchObject({ value: "late" });
    }
    await expect(upgrade()).rejects.toThrow("the service does not allow this order");
    for (const ends of [true, false]) {
      expect(await endOwnService(world.customer, id, ends, [])).toMatchObject({ value: "done" });
    }
    // Staff corrected the last day, so that the site would order one more year.
    await database.query("update services set ends_on = next_on + 5");
    await run(TODAY);
    expect(await database.query("select status from orders")).toEqual([{ status: "done" }]);
    expect(await row()).toEqual(before);
  });

  test("begins also for a service that its customer ends", async () => {
    await endOwnService(world.customer, id, true, []);
    await run(LAST + 1);
    expect(await row()).toEqual({ ...STARTER, ...BEGUN, wanted: "plan" });
  });

  const correct = (day: number) =>
    database.query(
      `select desk_change_service($1, id, 'date', jsonb_build_object('version', service_version(services)) || $3, '[]') ->> 'outcome' as outcome
       from services where id = $2`,
      [
        JSON.stringify({ id: world.customer, email: "staff@example.co.ke" }),
        ...[id, JSON.stringify({ ends_on: isoOf(day), reason: "x" })],
      ],
    );
  const orders = () => database.query("select status, refund_due_ksh from orders where kind = 'extend'");

  test("stays as it was paid through all corrections of the last day, and none takes it away", async () => {
    const before = await row("plan, price_ksh, next_plan, next_on::text, next_ksh, ends_on::text");
    for (const day of [LAST, LAST - 5]) expect(await correct(day)).toEqual([{ outcome: "paid-year" }]);
    const days = [NEXT_LAST, NEXT_LAST + 10, LAST + 1, NEXT_LAST];
    for (const day of days) expect(await correct(day)).toEqual([{ outcome: "done" }]);
    expect(await row("plan, price_ksh, next_plan, next_on::text, next_ksh, ends_on::text")).toEqual(before);
    await run(LAST - 5);
    expect(await orders()).toEqual([{ status: "done", refund_due_ksh: 0 }]);
  });

  test("is taken away with its order if its payment turned out void, and is a wish again", async () => {
    await database.query("update bills set paid_at = null, paid_ksh = 0");
    expect(await correct(LAST)).toEqual([{ outcome: "done" }]);
    expect(await row()).toEqual({ ...DELUXE, ...BEGUN, next_plan: "starter", wanted: null });
    expect(await orders()).toEqual([{ status: "failed", refund_due_ksh: 0 }]);
    expect(await planOwnService(world.customer, id, { plan: null, seats: null })).toMatchObject({ value: "done" });
  });

  test.each([
    ["that has begun", "select begin_next_year($1)", LAST],
    ["for a day after its first one", "select $1::uuid", LAST + 5],
  ])("is taken away %s if its bill is open again, so that one bill asks for one year", async (_what, begin, day) => {
    await database.query(begin, [id]);
    await database.query("update bills set paid_at = null, paid_ksh = 0");
    expect(await correct(day)).toEqual([{ outcome: "done" }]);
    await run(TODAY);
    const bills = "select status, bill_state(bills) as state from orders join bills on bills.id = bill_id";
    expect(await database.query(`${bills} order by orders.created_at`)).toEqual([
      { status: "failed", state: "closed" },
      { status: "requested", state: "open" },
    ]);
    expect(await row("next_on, ends_on::text")).toEqual({ next_on: null, ends_on: isoOf(day) });
  });

  test("is due back if the order that the service began with fails after all", async () => {
    await database.query(
      `insert into orders (user_id, kind, domain, status, price_ksh, idempotency_key, service_id)
       values ($1, 'hosting', $2, 'done', 17148, 'first', $3)`,
      [world.customer, DOMAIN, id],
    );
    await database.query("update orders set status = 'failed' where kind = 'hosting'");
    expect(await row()).toEqual({ ...DELUXE, ...BEGUN, next_plan: "starter", wanted: null });
    expect(await orders()).toEqual([{ status: "failed", refund_due_ksh: 6_228 }]);
    expect(await database.query("select refund_due_ksh from bills")).toEqual([{ refund_due_ksh: 6_228 }]);
  });
});

test("a smaller plan whose year is paid after it began, begins at once, also with the restored service", async () => {
  for (const state of ["active", "suspended"]) {
    id = await makeService(database, world.customer, `${state}.co.ke`, TODAY - 3);
    await planOwnService(world.customer, id, { plan: "starter", seats: null });
    await database.query("update services set state = $1, suspended_on = ends_on where id = $2", [state, id]);
    await renew();
    expect(await row()).toEqual({ ...STARTER, ...BEGUN, wanted: state === "active" ? "plan" : "active" });
  }
});

test("fewer mailboxes begin with their year, and the year has the plan that was paid for", async () => {
  const five = { kind: "mail", plan: "professional", seats: 5, priceKsh: 54_540 } as const;
  id = await makeService(database, world.customer, DOMAIN, LAST, five);
  await planOwnService(world.customer, id, { plan: null, seats: 3 });
  await run(TODAY);
  // A choice that came between the order and its payment, as after a reopened order.
  await database.query("update services set next_seats = 2");
  await database.query("update orders set status = 'done'");
  expect(await row("seats, next_seats, next_ksh")).toEqual({ seats: 5, next_seats: 3, next_ksh: 32_724 });
  await run(LAST + 1);
  expect(await row("seats, price_ksh, wanted")).toEqual({ seats: 3, price_ksh: 32_724, wanted: "plan" });
});

test("a larger plan between the payment of the same plan and its year is that of both years", async () => {
  id = await makeService(database, world.customer, DOMAIN, LAST, { renewKsh: 9_000 });
  await renew();
  expect(await row("price_ksh, next_ksh, next_plan")).toEqual({ price_ksh: 17_148, next_ksh: 9_000, next_plan: null });
  await upgrade();
  await database.query("update orders set status = 'done' where kind = 'upgrade'");
  expect(await row("plan, price_ksh, next_ksh")).toEqual({ plan: "ultimate", price_ksh: 30_000, next_ksh: 30_000 });
  await run(LAST + 1);
  expect(await row()).toEqual({ plan: "ultimate", price_ksh: 30_000, ...BEGUN, wanted: null });
});

test("an order is reopened only for the plan and the days of its price", async () => {
  const staff = JSON.stringify({ id: world.customer, email: "staff@example.co.ke" });
  const reopen = async (kind: string) =>
    database.query(
      "select desk_reopen_order($1, id, 'x', null, '[]') as outcome from orders where kind = $2 and status = 'failed'",
      [staff, kind],
    );
  id = await makeService(database, world.customer, DOMAIN, LAST);
  await upgrade();
  await database.query("update orders set status = 'failed'");
  await run(TODAY);
  expect(await reopen("upgrade")).toEqual([{ outcome: "differs" }]);
  await planOwnService(world.customer, id, { plan: "starter", seats: null });
  expect(await reopen("extend")).toEqual([{ outcome: "differs" }]);
  await renew();
  await database.query("update services set next_plan = null");
  expect(await reopen("upgrade")).toEqual([{ outcome: "years" }]);
});
