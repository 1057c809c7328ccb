import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { addYears, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { planOwnService } from "#app/services/services.table.server.ts";
import { database } from "./database.ts";
import { dayAt, FIRST_DAY, isoOf } from "./notification-fixtures.ts";
import { makeService, serviceRow } from "./service-fixtures.ts";
import { DOMAIN, turn, world } from "./service-world.ts";

const TODAY = dayNumber(nowDate()) - FIRST_DAY;
const LAST = TODAY + 20;
const NEXT_LAST = dayNumber(addYears(dayAt(LAST, 12), 1)) - FIRST_DAY;
const STAFF = JSON.stringify({ id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b00", email: "staff@example.co.ke" });
const STARTER = { plan: "starter", seats: null };

let id: string;
let first: string;
let made = 0;
const row = (columns: string) => serviceRow(database, id, columns);
const outcome = async (call: string, ...values: unknown[]) =>
  (await database.query(`select ${call} as outcome`, [STAFF, ...values]))[0]?.outcome;

/** Stores an order of the service with its bill, of which so much is paid. Returns its id. */
async function order(kind: string, payload: object, ksh: number, paid = ksh): Promise<string> {
  made += 1;
  const [bill] = await database.query(
    `insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at)
     values ($1, $2, $3, $4, case when $3::int = $4::int then now() end) returning id`,
    [world.customer, `M${String(made).padStart(7, "0")}`, ksh, paid],
  );
  const [stored] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, bill_id, service_id, idempotency_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [world.customer, kind, DOMAIN, JSON.stringify(payload), ksh, bill?.id, id, `order ${made}`],
  );
  return String(stored?.id);
}
const LARGER = { plan: "ultimate", from: "deluxe", yearKsh: 30_000 };
const extend = (paid?: number, plan = "deluxe") => order("extend", { plan }, 9_000, paid);
const upgrade = (paid?: number, more = {}) => order("upgrade", { ...LARGER, ...more }, 5_000, paid);
const done = (one: string) => database.query("update orders set status = 'done' where id = $1", [one]);
const reopen = (one = first) => outcome("desk_reopen_order($1, $2, 'A mistake', null, '[]')", one);
async function end(status: "done" | "failed", one = first): Promise<unknown> {
  const ending = { status, reason: status === "failed" ? "No" : null, detail: {}, at_service: true };
  return outcome("desk_end_order($1, $2, $3, '[]')", one, JSON.stringify(ending));
}
async function fail(): Promise<void> {
  expect([await reopen(), await end("failed")]).toEqual(["done", "done"]);
}
/** The orders after the first one, with what their bills owe. */
const later = () =>
  database.query(
    `select kind, status, refund_left(bills) as due from orders join bills on bills.id = bill_id
     where kind in ('extend', 'upgrade') order by orders.idempotency_key`,
  );

beforeEach(async () => {
  id = await makeService(database, world.customer, DOMAIN, LAST);
  first = await order("hosting", { plan: "deluxe" }, 17_148);
  await done(first);
});

describe("what was ordered for a service, when its first order fails", () => {
  test("falls with it if it waits for staff, and its money is due back", async () => {
    const year = await extend();
    await fail();
    expect(await later()).toEqual([{ kind: "extend", status: "failed", due: 9_000 }]);
    expect(await end("done", year)).toBe("lost");
    expect(await reopen(year)).toBe("ended");
  });

  test.each([0, 400])("falls with it if KSh %i of it is paid, and its bill closes and owes that", async (paid) => {
    const larger = await upgrade(paid);
    await fail();
    const bills =
      "select bill_state(bills) as state, refund_left(bills) as due from bills join orders on bill_id = bills.id";
    expect(await database.query(`${bills} where orders.id = $1`, [larger])).toEqual([{ state: "closed", due: paid }]);
  });

  test("is named to staff with all its money before", async () => {
    await done(await upgrade());
    await extend(1_000, "ultimate");
    const [{ ksh } = {}] = await database.query("select desk_order($1) -> 'service' -> 'later_ksh' as ksh", [first]);
    expect(ksh).toBe(6_000);
  });

  test("comes back by hand: the paid year is added to the days of the first order", async () => {
    const year = await extend();
    await fail();
    expect(await reopen()).toBe("done");
    expect(await row("ends_on::text, will_end")).toEqual({ ends_on: isoOf(LAST), will_end: false });
    // The site asks for no second payment of that year.
    await runServiceCycle(dayAt(TODAY));
    expect(await later()).toEqual([{ kind: "extend", status: "failed", due: 9_000 }]);
    expect([await reopen(year), await end("done", year)]).toEqual(["done", "done"]);
    expect(await later()).toEqual([{ kind: "extend", status: "done", due: 0 }]);
    expect(await row("ends_on::text")).toEqual({ ends_on: isoOf(NEXT_LAST) });
  });

  test("is undone if it was a larger plan, which is back with its own order", async () => {
    const larger = await upgrade();
    await done(larger);
    await fail();
    expect(await later()).toEqual([{ kind: "upgrade", status: "failed", due: 5_000 }]);
    await reopen();
    const before = { plan: "deluxe", price_ksh: 17_148, wanted: "plan" };
    expect(await row("plan, price_ksh, wanted")).toEqual(before);
    expect([await reopen(larger), await end("done", larger)]).toEqual(["done", "done"]);
    expect(await row("plan, price_ksh")).toEqual({ plan: "ultimate", price_ksh: 30_000 });
  });

  test("is undone if it was a smaller plan whose year has begun, and is a wish again", async () => {
    await planOwnService(world.customer, id, STARTER);
    const year = await extend(undefined, "starter");
    await done(year);
    await database.query("select begin_next_year($1)", [id]);
    await database.query("update services set wanted = null");
    expect(await row("plan, price_ksh")).toEqual({ plan: "starter", price_ksh: 9_000 });
    await fail();
    await reopen();
    expect(await row("plan, price_ksh, next_plan, wanted, ends_on::text")).toEqual({
      ...{ plan: "deluxe", price_ksh: 17_148, next_plan: "starter", wanted: "plan", ends_on: isoOf(LAST) },
    });
    expect([await reopen(year), await end("done", year)]).toEqual(["done", "done"]);
    expect(await row("next_plan, next_ksh")).toEqual({ next_plan: "starter", next_ksh: 9_000 });
  });
});

describe("a service whose first order failed and is reopened", () => {
  test("keeps the smaller plan that its customer chose for the next year", async () => {
    await planOwnService(world.customer, id, STARTER);
    await fail();
    await reopen();
    expect(await row("plan, next_plan")).toEqual({ plan: "deluxe", next_plan: "starter" });
  });

  const suspend = async (days: number) => {
    await database.query("insert into service_changes (service_id, user_id, did) values ($1, $2, 'suspended')", [
      ...[id, world.customer],
    ]);
    await database.query("update services set state = 'suspended', suspended_on = $1 where id = $2", [
      ...[isoOf(TODAY - days), id],
    ]);
  };
  const change = (act: string, more = {}) =>
    database.query(
      `select desk_change_service($1, id, $2, jsonb_build_object('version', service_version(services)) || $3, '[]') ->> 'outcome' as outcome
       from services where id = $4`,
      [STAFF, act, JSON.stringify(more), id],
    );

  test.each(["before", "after"])("gets the days without it if it is restored %s its order is done", async (when) => {
    await fail();
    await suspend(6);
    await reopen();
    if (when === "after") await end("done");
    expect(await change("restore")).toEqual([{ outcome: "done" }]);
    if (when === "before") await end("done");
    expect(await row("state, ends_on::text")).toEqual({ state: "active", ends_on: isoOf(LAST + 6) });
  });

  test("ends for all that if its account was closed meanwhile", async () => {
    await fail();
    const [request] = await database.query("insert into closing_requests (user_id) values ($1) returning id", [
      world.customer,
    ]);
    await database.query("select close_account($1)", [request?.id]);
    await reopen();
    expect(await row("will_end, ends_on::text")).toEqual({ will_end: true, ends_on: isoOf(LAST) });
  });

  test("may lose its data no earlier than 37 days after it was really suspended", async () => {
    await database.query("update services set ends_on = $1, starts_on = $2", [isoOf(TODAY - 45), isoOf(TODAY - 400)]);
    const waits = () =>
      database.query("select kind from services_waiting(now(), '{deluxe}') where kind = 'service-remove'");
    await suspend(1);
    expect([await waits(), await change("removed")]).toEqual([[], [{ outcome: "lost" }]]);
    await suspend(36);
    expect([await waits(), await change("removed")]).toEqual([[], [{ outcome: "lost" }]]);
    await suspend(37);
    expect([await waits(), await change("removed")]).toEqual([[{ kind: "service-remove" }], [{ outcome: "done" }]]);
  });
});

describe("a larger plan whose price is for the next year, too, when that year is taken away", () => {
  const share = { nextOn: isoOf(LAST + 1), thisYearKsh: 1_000 };
  const takeAway = () => database.query("select take_back_next_year($1, 'Its payment does not count')", [id]);
  beforeEach(async () => {
    await done(await extend());
  });

  test("keeps the price of this year, and the rest is due back", async () => {
    await done(await upgrade(undefined, share));
    await takeAway();
    expect(await later()).toEqual([
      { kind: "extend", status: "failed", due: 9_000 },
      { kind: "upgrade", status: "done", due: 4_000 },
    ]);
    expect(await row("plan, price_ksh, next_on")).toEqual({ plan: "ultimate", price_ksh: 30_000, next_on: null });
    // Once only, and all of it if the first order fails after that.
    await takeAway();
    await fail();
    expect((await later()).map(({ due }) => due)).toEqual([9_000, 5_000]);
  });

  test("is not reopened without that year, after the first order failed by mistake", async () => {
    const larger = await upgrade(undefined, share);
    await fail();
    await reopen();
    expect(await reopen(larger)).toBe("years");
    expect((await later()).map(({ due }) => due)).toEqual([9_000, 5_000]);
  });

  test("waits for staff with the price of this year if it is paid, and fails if it is not", async () => {
    for (const [paid, status, due] of [
      [5_000, "requested", 4_000],
      [100, "failed", 100],
    ] as const) {
      const larger = await upgrade(paid, share);
      await takeAway();
      expect((await later())[1]).toEqual({ kind: "upgrade", status, due });
      await database.query("delete from orders where id = $1", [larger]);
      await database.query("update services set next_on = $1, next_ksh = 9000", [share.nextOn]);
    }
  });
});

test("a larger plan that is not paid is not done with a smaller one that begins at the server", async () => {
  await planOwnService(world.customer, id, STARTER);
  await done(await extend(undefined, "starter"));
  await database.query(`update services set provider = 'whm', access = '{"username":"mboga"}'`);
  const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
  world.hosting.accounts.set("mboga", {
    username: "mboga",
    domain: DOMAIN,
    plan: "deluxe",
    isSuspended: false,
    ...size,
  });
  await runServiceCycle(dayAt(LAST + 1));
  await upgrade(0, { from: "starter" });
  await turn();
  expect(world.hosting.accounts.get("mboga")?.plan).toBe("starter");
  expect(await later()).toContainEqual({ kind: "upgrade", status: "requested", due: 0 });
  expect(await row("plan, wanted")).toEqual({ plan: "starter", wanted: null });
});
