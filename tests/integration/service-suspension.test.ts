import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { carryOutServiceOrder } from "#app/services/services.table.server.ts";
import { database } from "./database.ts";
import { dayAt, FIRST_DAY, isoOf } from "./notification-fixtures.ts";
import { makeService, serviceRow } from "./service-fixtures.ts";
import { DOMAIN, type Fate, MINUTE, mails, turn, turnAfter, world } from "./service-world.ts";

/** Today, and the next Monday, in days from the first one of the fixtures, a Sunday. The database has no other today. */
const TODAY = dayNumber(nowDate()) - FIRST_DAY;
const MONDAY = TODAY + ((((1 - TODAY) % 7) + 7) % 7);
/** The last paid day of the services that are suspended, and the day a year later. */
const ENDED = TODAY - 10;
const NEXT_END = dayNumber(addYears(dayAt(ENDED, 12), 1)) - FIRST_DAY;
const account = (plan = "deluxe") => {
  const size = { diskUsed: undefined, diskLimit: undefined, ip: undefined };
  return { username: "mboga", domain: DOMAIN, plan, isSuspended: false, ...size };
};

describe("a service that was not paid", () => {
  async function unpaid(): Promise<string> {
    const id = await makeService(database, world.customer, DOMAIN, ENDED, { provider: "whm" });
    await database.query(`update services set access = '{"username":"mboga"}' where id = $1`, [id]);
    world.hosting.accounts.set("mboga", account());
    await runServiceCycle(dayAt(TODAY));
    return id;
  }
  const isSuspended = () => world.hosting.accounts.get("mboga")?.isSuspended;
  const pay = async () => {
    await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
    const [row] = await database.query("select id from orders where kind = 'extend'");
    return carryOutServiceOrder(String(row?.id), true);
  };

  test("is suspended with a mail that has its bill, and restored when it is paid, with a whole year", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    world.at = Math.max(world.at, dayAt(MONDAY).getTime());
    await turn();
    expect([isSuspended(), (await serviceRow(database, id, "state")).state]).toEqual([true, "suspended"]);
    const [mail] = await database.query("select subject, body_text from mails");
    expect(mail?.subject).toBe(`It has stopped: hosting for ${DOMAIN}`);
    expect(mail?.body_text).toMatch(/Pay the next year: https?:.*\/pay\//);
    await database.query("update services set suspended_on = suspended_on - 3");
    expect(await pay()).toEqual({ ok: true, value: "done" });
    await turn();
    expect(isSuspended()).toBe(false);
    expect(await serviceRow(database, id, "state, suspended_on, ends_on::text")).toEqual({
      ...{ state: "active", suspended_on: null, ends_on: isoOf(NEXT_END + 3) },
    });
    expect(await mails()).toContain(`It works again: hosting for ${DOMAIN}`);
    const [{ body_text: restored } = {}] = await database.query(
      "select body_text from mails where subject like 'It works%'",
    );
    expect(restored).toContain(`Its last day is ${dateOf(NEXT_END + 3 + FIRST_DAY).words}.`);
  });

  describe("and whose last day staff correct", () => {
    const STAFF = { id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b00", email: "wanjiku@example.co.ke" };
    const suspended = async (provider: string) => {
      const id = await unpaid();
      await database.query(
        "update services set state = 'suspended', suspended_on = $1, provider = $2, wanted = null where id = $3",
        [isoOf(TODAY - 2), provider, id],
      );
      return id;
    };
    const correct = async (id: string, day: number) => {
      const { version } = await serviceRow(database, id, "service_version(services) as version");
      const change = JSON.stringify({ ends_on: isoOf(day), version, reason: "x" });
      const [changed] = await database.query(
        "select desk_change_service($1, $2, 'date', $3, '[]') ->> 'outcome' as it",
        [...[JSON.stringify(STAFF), id, change]],
      );
      expect(changed?.it).toBe("done");
    };
    const restore = async (id: string) => {
      await database.query(
        `select desk_change_service($1, id, 'restore', jsonb_build_object('version', service_version(services)), '[]') from services where id = $2`,
        [JSON.stringify(STAFF), id],
      );
      await turn();
      return serviceRow(database, id, "state, ends_on::text");
    };

    test.each(["hand", "whm"])("works again until the very day that they named, by %s", async (provider) => {
      const id = await suspended(provider);
      if (provider === "whm") world.hosting.accounts.set("mboga", { ...account(), isSuspended: true });
      await correct(id, TODAY + 30);
      expect(await restore(id)).toEqual({ state: "active", ends_on: isoOf(TODAY + 30) });
    });

    test("has that day also if it was paid before, and a whole year if it is paid later", async () => {
      const id = await suspended("hand");
      await pay();
      await correct(id, NEXT_END - 4);
      expect(await restore(id)).toEqual({ state: "active", ends_on: isoOf(NEXT_END - 4) });
      await database.query("delete from orders");
      await correct(id, NEXT_END);
      // It was corrected to that day before it was over.
      await database.query("update services set state = 'suspended', suspended_on = $1, ends_on = $2", [
        isoOf(TODAY - 2),
        isoOf(ENDED),
      ]);
      await runServiceCycle(dayAt(TODAY));
      await pay();
      expect(await restore(id)).toEqual({ state: "active", ends_on: isoOf(NEXT_END + 2) });
    });
  });

  test.each<[Fate[]]>([[["lost"]], [["ok", "lost"]], [["ok", "killed-after"]], [["not-sent"]]])(
    "is suspended after calls that went %j, by calls that may be repeated",
    async (fates) => {
      const id = await unpaid();
      await runServiceCycle(dayAt(MONDAY));
      world.at = Math.max(world.at, dayAt(MONDAY).getTime());
      world.hosting.go(...fates);
      await turn();
      await turnAfter(3 * MINUTE);
      expect([isSuspended(), (await serviceRow(database, id, "state")).state]).toEqual([true, "suspended"]);
      expect(await mails()).toHaveLength(1);
    },
  );

  test("is not suspended at the server after money for it was reported", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    world.at = Math.max(world.at, dayAt(MONDAY).getTime());
    await database.query("update bills set typed_code = 'SG722NMVXQ'");
    await turn();
    await turnAfter(3 * MINUTE);
    expect(isSuspended()).toBe(false);
    expect((await serviceRow(database, id, "state")).state).toBe("active");
    expect(await mails()).toEqual([]);
  });

  test("is restored at the server if it was paid while the server suspended it", async () => {
    const id = await unpaid();
    await runServiceCycle(dayAt(MONDAY));
    world.at = Math.max(world.at, dayAt(MONDAY).getTime());
    const { suspend } = world.hosting.provider;
    world.hosting.provider.suspend = async (username, reason) => {
      const suspended = await suspend(username, reason);
      await pay();
      return suspended;
    };
    await turn();
    await turnAfter(3 * MINUTE);
    expect(isSuspended()).toBe(false);
    expect(await serviceRow(database, id, "state, wanted, ends_on::text")).toEqual({
      ...{ state: "active", wanted: null, ends_on: isoOf(NEXT_END) },
    });
    expect(await mails()).toEqual([]);
  });
});

test("a paid upgrade changes the package, and then the plan, with one mail", async () => {
  const id = await makeService(database, world.customer, DOMAIN, 200, {
    provider: "whm",
    plan: "starter",
    priceKsh: 6228,
  });
  await database.query(`update services set access = '{"username":"mboga"}' where id = $1`, [id]);
  world.hosting.accounts.set("mboga", account("starter"));
  const [row] = await database.query(
    `with bill as (insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at)
       values ($1, 'M0000001', 5984, 5984, now()) returning id)
     insert into orders (user_id, kind, domain, payload, price_ksh, idempotency_key, service_id, bill_id)
     select $1, 'upgrade', $2, '{"plan":"deluxe","yearKsh":17148}', 5984, 'upgrade-1', $3, id from bill returning id`,
    [world.customer, DOMAIN, id],
  );
  expect(await carryOutServiceOrder(String(row?.id), true)).toEqual({ ok: true, value: "server" });
  world.hosting.go("ok", "lost");
  await turn();
  await turnAfter(MINUTE);
  expect(world.hosting.accounts.get("mboga")?.plan).toBe("deluxe");
  expect(await serviceRow(database, id, "plan, price_ksh, wanted, ends_on::text")).toEqual({
    ...{ plan: "deluxe", price_ksh: 17_148, wanted: null, ends_on: isoOf(200) },
  });
  expect(await mails()).toEqual([`It is larger now: hosting for ${DOMAIN}`]);
});

test("a smaller plan begins at the server with one mail", async () => {
  const id = await makeService(database, world.customer, DOMAIN, TODAY + 364, { provider: "whm", plan: "starter" });
  await database.query(`update services set access = '{"username":"mboga"}', wanted = 'plan' where id = $1`, [id]);
  world.hosting.accounts.set("mboga", account());
  await Promise.all([turn(), turn()]);
  await turnAfter(30 * MINUTE);
  expect(await serviceRow(database, id, "wanted, problem")).toEqual({ wanted: null, problem: null });
  expect(await mails()).toEqual([`Your new year has begun: hosting for ${DOMAIN}`]);
});
