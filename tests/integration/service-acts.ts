/** Acts upon services in plain SQL: those of a customer, staff, the site's loops and a fake hosting server. */

import fc from "fast-check";
import { expect } from "vitest";

export const CUSTOMER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a0b";
const STAFF = ["wanjiku", "otieno"].map((name, at) => ({
  id: `0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1b0${at}`,
  email: `${name}@example.co.ke`,
}));
/** Hosting at the server, hosting by hand, mailboxes and a certificate. */
export const THINGS = [
  { kind: "hosting", domain: "server.co.ke", payload: { plan: "starter" }, usesServer: true },
  { kind: "hosting", domain: "hand.co.ke", payload: { plan: "starter" }, usesServer: false },
  { kind: "mail", domain: "hand.co.ke", payload: { plan: "professional", seats: 3 }, usesServer: false },
  { kind: "certificate", domain: "hand.co.ke", payload: {}, usesServer: false },
];
const PRICE = 6000;

const thing = fc.nat(THINGS.length - 1);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("order" as const), thing }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("extend" as const), thing, by: fc.constantFrom("customer", "site") }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      thing,
      how: fc.constantFrom("all", "all", "all", "part", "more", "held", "prompt", "typed", "confirm"),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ kind: "fulfil" as const }) },
  // The site opens the next year, its customer pays, and the site carries it out, as far as it gets.
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("renew" as const), thing, steps: fc.integer({ min: 1, max: 3 }) }),
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
        "plan",
        "hold",
        "removed",
        "again",
        "price",
        "setup",
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("done" as const), thing, fails: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("end" as const), thing, ends: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("upgrade" as const), thing }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("smaller" as const), thing }) },
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

type Row = Record<string, unknown>;
/** Runs a statement as one of the two processes. */
type Query = (statement: string, at?: number) => Promise<Row[]>;

/** The fake hosting server: its accounts. */
export const hosting = { accounts: [] as { username: string; domain: string; isSuspended: boolean }[] };

/** Returns how an act is carried out by one of the processes. */
export function createActs(query: Query) {
  let made = 0;
  const one = async (statement: string, at = 0): Promise<Record<string, unknown>> =>
    (await query(statement, at))[0] ?? {};
  const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;
  const serviceOf = (index: number) => {
    const { kind, domain } = THINGS[index] ?? THINGS[0] ?? expect.fail("no thing");
    return one(
      `select * from services where kind = '${kind}' and domain = '${domain}' order by created_at desc, id limit 1`,
    );
  };
  const openOrder = (service: unknown) =>
    one(`select orders.*, reference, amount_ksh - paid_ksh as missing from orders left join bills on bills.id = bill_id
      where service_id = '${service}' and status in ('requested', 'processing') order by orders.created_at, orders.id limit 1`);

  async function place(kind: string, index: number, more: object, by: string, at: number) {
    made += 1;
    const { domain = "", payload = {} } = THINGS[index] ?? {};
    const order = { id: crypto.randomUUID(), user_id: CUSTOMER, kind, domain, payload, price_ksh: PRICE, ...more };
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
    if (kind === "renew") {
      await apply({ kind: "extend", thing: one_.thing, by: "site" }, at);
      if (one_.steps > 1) await apply({ kind: "pay", thing: one_.thing, how: "all" }, at);
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
      await query(`select run_service_days(${hour}, 3, '{starter,economy,deluxe,professional}')`, at);
      return;
    }
    if (kind === "server") return callServer(one_.said, at);
    const service = await serviceOf(one_.thing);
    if (!service.id) return;
    const staff = json(STAFF["who" in one_ ? one_.who : 0]);
    switch (kind) {
      case "extend":
        return place("extend", one_.thing, { service_id: service.id, payload: {} }, one_.by, at);
      case "upgrade":
        return place(
          "upgrade",
          one_.thing,
          { service_id: service.id, payload: { plan: "deluxe", yearKsh: 9000 } },
          "customer",
          at,
        );
      case "smaller":
        await query(`select plan_own_service('${CUSTOMER}', '${service.id}', 'economy', null)`, at);
        return;
      case "end":
        await query(`select end_own_service('${CUSTOMER}', '${service.id}', ${one_.ends}, '[]')`, at);
        return;
      case "pay": {
        const order = await openOrder(service.id);
        if (order.bill_id) await pay(one_.how, order, at);
        return;
      }
      case "done": {
        const order = await openOrder(service.id);
        // Staff do by hand what the site leaves to them, after the money came. Some orders fail.
        if (!order.id) return;
        const { paid_at } = await one(`select paid_at from bills where id::text = '${order.bill_id}'`);
        if (!paid_at && one_.fails !== 0) return;
        if (service.provider === "whm" && one_.fails !== 0) return;
        const ending = {
          status: one_.fails === 0 ? "failed" : "done",
          reason: one_.fails === 0 ? "no" : null,
          detail: {},
        };
        await query(`select desk_take_order(${staff}, '${order.id}')`, at);
        await query(`select desk_end_order(${staff}, '${order.id}', ${json(ending)}, '[]')`, at);
        return;
      }
      case "staff": {
        const { on } = await one("select (nairobi_date(now()) + 5)::text as on");
        const changes: Record<string, object> = {
          hold: { hold_until: on },
          price: { renew_ksh: 5500 },
          setup: { secret: "sealed" },
        };
        await query(
          `select desk_change_service(${staff}, '${service.id}', '${one_.act}', ${json(changes[one_.act] ?? {})}, '[]')`,
          at,
        );
        return;
      }
    }
  }

  async function pay(how: string, order: Record<string, unknown>, at: number): Promise<void> {
    made += 1;
    const missing = Number(order.missing);
    const code = `SVC${String(made).padStart(7, "0")}`;
    if (how === "prompt") return void (await query(`select open_prompt('${order.bill_id}', '+254712345678')`, at));
    if (how === "typed") return void (await query(`select add_typed_code('${order.bill_id}', '${code}')`, at));
    if (how === "confirm") {
      const held = await query(`select code from payments where bill_id = '${order.bill_id}' and state = 'held'`);
      for (const row of held) await query(`select confirm_payment('${row.code}', 'staff')`, at);
      return;
    }
    if (missing <= 0) return;
    const amount_ksh = how === "part" ? Math.ceil(missing / 2) : how === "more" ? missing + 500 : missing;
    const report = { code, amount_ksh, paid_at: "2026-12-02T05:00Z", source: "paybill", reference: order.reference };
    await query(`select record_payment(${json(how === "held" ? report : { ...report, confirmed_by: "token" })})`, at);
  }

  /** One turn at the fake hosting server, as the run does it. */
  async function callServer(said: string, at: number): Promise<void> {
    const { claimed } = await one("select claim_service(now(), 120) ->> 'service' as claimed", at);
    if (!claimed || said === "killed before") return;
    const its = JSON.parse(String(claimed)) as Record<string, unknown>;
    if (its.wanted === "suspended" && (await one(`select drop_suspension('${its.id}') as yes`, at)).yes) return;
    const settle = (outcome: object) =>
      query(`select settle_service('${its.id}', '${its.wanted}', ${json(outcome)}, '[]')`, at);
    const username = `u${String(its.id).replaceAll("-", "").slice(0, 12)}`;
    const known = hosting.accounts.find((account) => account.username === username);
    if (its.wanted === "create") {
      const { begin_service_call: mayCall } = await one(
        `select begin_service_call('${its.id}', now(), '${username}')`,
        at,
      );
      if (mayCall) {
        if (said === "problem") return void (await settle({ problem: "the server refused it" }));
        hosting.accounts.push({ username, domain: String(its.domain), isSuspended: false });
        if (said !== "yes") return;
        await settle({ did: "create" });
      } else await settle(known ? { did: "create" } : { problem: "no answer, and no account" });
      return;
    }
    if (said === "problem") return void (await settle({ problem: "locked" }));
    if (known && its.wanted !== "plan") known.isSuspended = its.wanted === "suspended";
    if (said === "yes") await settle({ did: its.wanted });
  }

  return apply;
}
