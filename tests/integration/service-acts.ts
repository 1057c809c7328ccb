/** Acts upon services in plain SQL: those of a customer, staff, the site's loops and a fake hosting server. */

import fc from "fast-check";
import { expect } from "vitest";
import { createMoneyActs, moneyActs, type Query } from "./service-money-acts.ts";
import { reopenAct, reopenOrder, takeAwayAct, takeYearAway } from "./service-reopen-act.ts";
import { createServerActs } from "./service-server-acts.ts";

export const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a0b";
const STAFF = ["wanjiku", "otieno"].map((name, at) => ({
  id: `0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b0${at}`,
  email: `${name}@example.co.ke`,
}));
/** Hosting at the server, hosting by hand, mailboxes and a certificate. */
export const THINGS = [
  { kind: "hosting", domain: "server.co.ke", payload: { plan: "economy" }, usesServer: true },
  { kind: "hosting", domain: "hand.co.ke", payload: { plan: "economy" }, usesServer: false },
  { kind: "mail", domain: "hand.co.ke", payload: { plan: "professional", seats: 3 }, usesServer: false },
  { kind: "certificate", domain: "hand.co.ke", payload: {}, usesServer: false },
];
/** What a year of each plan costs, for each mailbox if it has any. */
export const YEARS: Record<string, number> = {
  starter: 6000,
  economy: 8000,
  deluxe: 9000,
  professional: 2000,
  dv: 3000,
};

const thing = fc.nat(THINGS.length - 1);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("order" as const), thing }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("extend" as const), thing, by: fc.constantFrom("customer", "site") }),
  },
  ...moneyActs(thing),
  { weight: 6, arbitrary: fc.constant({ kind: "fulfil" as const }) },
  // The next year, perhaps with a smaller plan, or a larger plan is ordered, paid and carried out, as far as it gets.
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      ...{ thing, steps: fc.integer({ min: 1, max: 3 }), what: fc.constantFrom("extend", "smaller", "upgrade") },
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant("cycle" as const), hour: fc.constantFrom(0, 9, 10, 11, 11, 11, 12) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("server" as const),
      said: fc.constantFrom("yes", "yes", "yes", "lost", "killed before", "killed after", "problem"),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("staff" as const),
      thing,
      who: fc.nat(1),
      act: fc.constantFrom(
        ...["suspend", "suspend", "suspend", "suspend", "restore", "restore", "restore"],
        ...["plan", "hold", "removed", "again", "price", "setup"],
      ),
    }),
  },
  // The last day is corrected by so many days, and perhaps corrected back at once.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("date" as const),
      ...{ thing, by: fc.constantFrom(-370, -30, -3, 3, 40, 370), isBack: fc.boolean() },
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("done" as const), thing, fails: fc.nat(4) }) },
  { weight: 4, arbitrary: reopenAct(thing) },
  { weight: 2, arbitrary: takeAwayAct(thing) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("end" as const), thing, ends: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("upgrade" as const), thing }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("smaller" as const),
      thing,
      plan: fc.constantFrom("starter", "starter", "economy", null),
    }),
  },
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
/** What the server says to the first account; or nothing is set up first. */
export const begins = fc.constantFrom("yes", "yes", "yes", "killed before", "killed after", "nothing");
/** Days pass, and then two processes act at once, or one alone. */
export const step = fc.record({
  days: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(30, 200, 355, 373) },
  ),
  acts: fc.array(act, { minLength: 1, maxLength: 2 }),
});

/** Returns what a year of a plan costs, for all mailboxes. */
const yearOf = ({ plan, seats }: { plan?: unknown; seats?: unknown }) =>
  (YEARS[String(plan)] ?? 0) * Number(seats ?? 1);

/** What each order costs that was placed, by its id: the sum of the bills must be theirs. */
export const prices = new Map<string, number>();

/** Returns how an act is carried out by one of the processes. */
export function createActs(query: Query) {
  let made = 0;
  const one = async (statement: string, at = 0): Promise<Record<string, unknown>> =>
    (await query(statement, at))[0] ?? {};
  const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
  const serviceOf = (index: number) => {
    const { kind, domain } = THINGS[index] ?? THINGS[0] ?? expect.fail("no thing");
    return one(
      `select *, next_on::text as next_day from services where kind = '${kind}' and domain = '${domain}' order by created_at desc, id limit 1`,
    );
  };
  const versionOf = async (id: unknown) =>
    (await one(`select service_version(services) as version from services where id = '${id}'`)).version;
  const { openOrder, apply: applyMoney } = createMoneyActs(query);
  const callServer = createServerActs(query);

  async function place(kind: string, index: number, more: object, by: string, at: number) {
    made += 1;
    const { domain = "", payload = {} } = THINGS[index] ?? {};
    const year = YEARS["plan" in payload ? String(payload.plan) : "dv"];
    const order = { id: crypto.randomUUID(), user_id: CUSTOMER, kind, domain, payload, price_ksh: year ?? 0, ...more };
    prices.set(order.id, order.price_ksh);
    const bill = { id: crypto.randomUUID(), reference: `M${String(made).padStart(7, "0")}`, orders: [order.id] };
    // What the rules forbid is an error of the database, and nothing is stored.
    const refused = /the service does not allow|services_alive|orders_idempotency_key/;
    await query(
      `select place_orders(${json([order])}, now() - interval '1 day', now(), 99, '[]', '[]', 0, ${json(bill)}, opened_by => '${by}')`,
      at,
    ).catch((error: Error) => expect(String(error)).toMatch(refused));
  }

  async function apply(one_: Act, at: number): Promise<void> {
    const { kind } = one_;
    if (kind === "order") return place(THINGS[one_.thing]?.kind ?? "", one_.thing, {}, "customer", at);
    if (kind === "buy") {
      const { thing, what } = one_;
      if (what === "smaller") await apply({ kind: "smaller", thing, plan: "starter" }, at);
      await apply(what === "upgrade" ? { kind: "upgrade", thing } : { kind: "extend", thing, by: "site" }, at);
      if (one_.steps > 1) await apply({ kind: "pay", thing, how: "all" }, at);
      if (one_.steps > 2) await apply({ kind: "fulfil" }, at);
      return;
    }
    if (kind === "fulfil") {
      // A process that is confused carries out what nobody has paid: only the database refuses it.
      const open = "select * from orders where status = 'requested' and service_id is not null";
      for (const order of await query(open, at)) {
        const usesServer = String(order.domain).startsWith("server") && order.bill_id !== null;
        await query(`select carry_out_service_order('${order.id}', ${usesServer})`, at);
      }
      return;
    }
    if (kind === "cycle") {
      const hour = `(date_trunc('day', now() at time zone 'Africa/Nairobi') + interval '${one_.hour} hours') at time zone 'Africa/Nairobi'`;
      await query(`select run_service_days(${hour}, 9, '{starter,economy,deluxe,professional}')`, at);
      return;
    }
    if (kind === "server") return callServer(one_.said, at);
    const service = await serviceOf(one_.thing);
    if (!service.id) return;
    const staff = json(STAFF["who" in one_ ? one_.who : 0]);
    switch (kind) {
      case "extend": {
        const payload = { plan: service.next_plan ?? service.plan, seats: service.next_seats ?? service.seats };
        return place(
          "extend",
          one_.thing,
          { service_id: service.id, payload, price_ksh: yearOf(payload) },
          one_.by,
          at,
        );
      }
      case "upgrade": {
        const { kind, plan, seats } = service;
        if (kind === "certificate" || plan === "deluxe" || Number(seats) > 290) return;
        const to = kind === "mail" ? { plan, seats: Number(seats) + 2 } : { plan: "deluxe", seats: null };
        const both = service.next_day ? { nextOn: service.next_day, thisYearKsh: 400 } : {};
        const payload = { ...to, from: plan, fromSeats: seats, yearKsh: yearOf(to), ...both };
        return place("upgrade", one_.thing, { service_id: service.id, payload, price_ksh: 900 }, "customer", at);
      }
      case "smaller": {
        const [plan, seats] = service.kind === "mail" ? [null, one_.plan && 2] : [one_.plan, null];
        if (service.kind === "certificate") return;
        const next = plan === null ? null : `'${plan}'`;
        await query(`select plan_own_service('${CUSTOMER}', '${service.id}', ${next}, ${seats})`, at);
        return;
      }
      case "end":
        await query(`select end_own_service('${CUSTOMER}', '${service.id}', ${one_.ends}, '[]')`, at);
        return;
      case "pay":
      case "mpesa":
        return applyMoney(one_, String(service.id), at);
      case "done": {
        const order = await openOrder(service.id, "paid_at is null");
        // Staff do by hand what the site leaves to them, after the money came. Some orders fail.
        if (!order.id) return;
        const { paid_at } = await one(`select paid_at from bills where id::text = '${order.bill_id}'`);
        if (!paid_at && one_.fails !== 0) return;
        if (service.provider === "whm" && one_.fails !== 0) return;
        const ending = {
          status: one_.fails === 0 ? "failed" : "done",
          reason: one_.fails === 0 ? "no" : null,
          ...{ detail: {}, at_service: true },
        };
        await query(`select desk_take_order(${staff}, '${order.id}')`, at);
        await query(`select desk_end_order(${staff}, '${order.id}', ${json(ending)}, '[]')`, at);
        return;
      }
      case "reopen":
        return reopenOrder(query, String(service.id), one_, { staff, at });
      case "take-away":
        return takeYearAway(query, service, { staff, at });
      case "date": {
        const dayOf = `select ends_on::text as first, (ends_on + ${one_.by})::text as day from services where id = '${service.id}'`;
        const { first, day } = await one(dayOf);
        if (!first) return;
        for (const ends_on of one_.isBack ? [day, first] : [day]) {
          const change = json({ ends_on, version: await versionOf(service.id), reason: "A test" });
          await query(`select desk_change_service(${staff}, '${service.id}', 'date', ${change}, '[]')`, at);
        }
        return;
      }
      case "staff": {
        const { on } = await one("select (nairobi_date(now()) + 5)::text as on");
        const changes: Record<string, object> = {
          hold: { hold_until: on },
          price: { renew_ksh: 5500 },
          setup: { secret: "sealed" },
        };
        const change = json({ ...changes[one_.act], version: await versionOf(service.id) });
        await query(`select desk_change_service(${staff}, '${service.id}', '${one_.act}', ${change}, '[]')`, at);
        return;
      }
    }
  }

  return apply;
}
