import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Act, begins, CUSTOMER, createActs, prices, step, THINGS } from "./service-acts.ts";
import { createServiceChecks, iso } from "./service-checks.ts";
import { yearsTaken } from "./service-reopen-act.ts";
import { hosting } from "./service-server-acts.ts";
import { HOSTED_ROLES, HOSTED_SCHEMA, hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

type Row = Record<string, unknown>;
/** How often the first order of a service failed after it was set up. */
const FAILURES = `(select count(*)::int from service_changes where service_id = services.id and did = 'order-failed') as failures`;
const IS_LONG = process.env.LONG === "1";
const RUNS = IS_LONG ? Number(process.env.RUNS ?? 1000) : 25;
/** A long run prints its seed, by which it can be repeated. */
const SEED = IS_LONG ? Number(process.env.SEED ?? Date.now() % 2 ** 31) : 20261129;

describe.skipIf(!hasPostgres15)("services on PostgreSQL 15, by two processes", () => {
  let server: ReturnType<typeof startPostgres15>;
  let other: ReturnType<ReturnType<typeof startPostgres15>["connect"]>;

  beforeAll(async () => {
    server = startPostgres15();
    other = server.connect();
    await server.sql.unsafe(HOSTED_ROLES + HOSTED_SCHEMA);
    // The clock of this server is moved by a setting. The planner must be able to inline the function.
    await server.sql.unsafe(`create or replace function pg_catalog.now() returns timestamptz language sql stable as
      $$ select pg_catalog.transaction_timestamp() + pg_catalog.current_setting('test.moved')::interval $$`);
    await moveTo(0);
    for (const file of (await readdir("supabase/migrations")).sort()) {
      await server.sql.unsafe(await readFile(`supabase/migrations/${file}`, "utf8"));
    }
    await server.sql`insert into auth.users (id, email) values (${CUSTOMER}, 'owner@example.co.ke')`;
    await server.sql`insert into domains (user_id, name, expiry_date) values (${CUSTOMER}, 'hand.co.ke', now())`;
  });
  afterAll(async () => {
    await other?.end();
    await server?.stop();
  });

  const query = async (statement: string, at = 0) => {
    const rows = await (at === 0 ? server.sql : other).unsafe(statement);
    return [...rows] as Row[];
  };
  /** Moves the clock to so many days after the first. */
  const moveTo = (days: number) =>
    Promise.all([0, 1].map((at) => query(`select set_config('test.moved', '${days} days', false)`, at)));
  const apply = createActs((statement, at) => query(statement, at));
  const { checkPlans, checkLimits, checkSums, checkMoney } = createServiceChecks((statement) => query(statement));

  async function check(before: Map<string, Row>, acts: readonly Act[]): Promise<void> {
    if (acts.length === 1 && acts[0]?.kind === "cycle") await checkLimits();
    const [money] =
      await query(`select (select coalesce(sum(amount_ksh), 0) from payments where state in ('counted', 'surplus')) as came,
      (select coalesce(sum(paid_ksh + surplus_ksh), 0) from bills) as counted`);
    expect(money?.counted, "money that came is on bills").toBe(money?.came);
    const services = await query(
      `select *, nairobi_date(now()) as today, ends_on - nairobi_date(now()) as left, ${FAILURES} from services`,
    );
    for (const service of services) {
      const orders = await query(`select orders.*, bills.paid_at from orders
        left join bills on bills.id = bill_id where service_id = '${service.id}'`);
      const done = orders.filter((order) => order.kind === "extend" && order.status === "done");
      // Nothing is extended unpaid, and each paid year is one year.
      for (const order of done) expect(order.paid_at, "extended unpaid").not.toBeNull();
      const [renewed] = await query(
        `select count(*)::int as n from service_changes where service_id = '${service.id}' and did = 'renewed'`,
      );
      // An order that fell with the first one may be done again.
      expect(Number(renewed?.n)).toBeGreaterThanOrEqual(done.length);
      // A paid service ends early only if its customer ends it.
      const isFirstDone = orders.some(
        ({ kind, status }) => kind !== "extend" && kind !== "upgrade" && status === "done",
      );
      if (isFirstDone && service.will_end) {
        const [asked] = await query(
          `select did from service_changes where service_id = '${service.id}' and did in ('will-end', 'stays') order by id desc limit 1`,
        );
        expect(asked?.did, "done, and ended by nobody").toBe("will-end");
      }
      if (service.state === "suspended" && Number(service.left) >= 0 && !service.will_end && done.length > 0) {
        expect(service.wanted, "paid, and not restored").toBe("active");
      }
      // With money on its way a service is not suspended. Only a cycle asks for it.
      const was = before.get(String(service.id));
      const isCorrected = acts.some(({ kind }) => kind === "date");
      checkPlans(service, was, orders, acts);
      const isAsked = service.wanted === "suspended" && was?.wanted !== "suspended";
      if (isAsked) {
        expect(acts.some(({ kind }) => kind === "cycle")).toBe(true);
        if (!isCorrected) expect(Number(service.left)).toBeLessThanOrEqual(service.will_end ? -1 : -8);
        if (acts.length === 1) expect(was?.has_money, "suspended while money is held").toBe(false);
      }
      // The term is whole years, the days that it was suspended, and those by which staff corrected it.
      if (service.ends_on) {
        const [term] = await query(
          `select ('${iso(service.starts_on)}'::date + make_interval(years => ${done.length + 1}))::date - 1 as until`,
        );
        const [corrected] = await query(
          `select coalesce(sum((detail ->> 'ends_on')::date - (detail ->> 'from')::date), 0)::int as days
           from service_changes where service_id = '${service.id}' and did in ('date', 'order-failed', 'order-reopened')`,
        );
        const since = (Date.parse(iso(service.ends_on)) - Date.parse(iso(term?.until))) / 86_400_000;
        // A year that was taken away is in the line of the last day, and its order is not done.
        const taken = yearsTaken.get(String(service.id)) ?? 0;
        const restored = since - Number(corrected?.days) - taken * 365;
        expect(restored, "days that nobody paid for").toBeGreaterThanOrEqual(-1 - done.length);
        const [off] =
          await query(`select coalesce(sum(nairobi_date(at) - (select max(nairobi_date(stop.at)) from service_changes as stop
            where stop.service_id = back.service_id and stop.did = 'suspended' and stop.id < back.id)), 0)::int as days
          from service_changes as back where service_id = '${service.id}' and did = 'restored'`);
        expect(restored, "more days than it was suspended").toBeLessThanOrEqual(
          1 + done.length + taken + Number(off?.days),
        );
      }
    }
    const names = hosting.accounts.map(({ domain }) => domain);
    const ofServer = services.filter(({ domain, provider }) => domain === "server.co.ke" && provider === "whm");
    expect(names.length, "two accounts for one service").toBeLessThanOrEqual(ofServer.length);
    expect(await query("select id from bills where paid_ksh > amount_ksh")).toEqual([]);
    await checkSums();
    await checkMoney();
  }

  /** The services before a step, each with whether money for it was paid, reported or asked for. */
  async function now(): Promise<Map<string, Row>> {
    const rows =
      await query(`select services.*, ${FAILURES}, exists (select from orders join bills on bills.id = bill_id
        where service_id = services.id and orders.kind in ('extend', 'upgrade') and status in ('requested', 'processing') and (paid_ksh > 0
          or typed_code is not null or exists (select from payments where bill_id = bills.id and state = 'held')
          or exists (select from payment_prompts where bill_id = bills.id and state in ('asking', 'sent')
            and asked_at > now() - interval '2 minutes'))) as has_money
      from services`);
    return new Map(rows.map((row) => [String(row.id), row]));
  }

  test(`${RUNS} random schedules extend nothing unpaid, suspend nobody who pays, and make one account`, async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), begins, async (steps, begin) => {
        hosting.accounts = [];
        prices.clear();
        await query(`truncate services, service_changes, service_notices, payments, payment_prompts, payment_callbacks, bills, orders, mails, messages,
          receipt_numbers cascade`);
        let today = 0;
        await moveTo(today);
        // Most begin with four services that work.
        if (begin !== "nothing") {
          for (const [index] of THINGS.entries()) {
            await apply({ kind: "order", thing: index }, 0);
            await apply({ kind: "pay", thing: index, how: "all" }, 0);
            await apply({ kind: "fulfil" }, 0);
            await apply({ kind: "server", said: begin }, 0);
            await apply({ kind: "done", thing: index, fails: 1 }, 0);
          }
        }
        for (const { days, acts } of steps) {
          today += days;
          await moveTo(today);
          const before = await now();
          await Promise.all(acts.map((one_, at) => apply(one_, at)));
          await check(before, acts);
          for (const { state, wanted, waits } of await query(
            `select state, coalesce(wanted, '') as wanted, next_on is not null and (next_plan is not null or next_seats is not null) as waits
             from services`,
          )) {
            const key = [state, wanted, waits && "(a paid year waits)"].filter(Boolean).join(" ");
            seen.set(key, (seen.get(key) ?? 0) + 1);
          }
        }
        for (const { did, n } of await query("select did, count(*)::int as n from service_changes group by did"))
          seen.set(`(${did})`, (seen.get(`(${did})`) ?? 0) + Number(n));
      }),
      {
        numRuns: RUNS,
        includeErrorInReport: true,
        seed: SEED,
        endOnFailure: !IS_LONG,
      },
    );
    if (IS_LONG) console.info(`seed ${SEED}: ${[...seen].map(([key, n]) => `${key} ${n}`).join(", ")}`);
    // The schedules reach what they are to test; the rarest only if there are many.
    for (const reached of [
      "active",
      "suspended",
      "active suspended",
      "ordered create",
      "(renewed)",
      "(date)",
      "(order-failed)",
      "(order-reopened)",
      "active (a paid year waits)",
    ]) {
      expect([...seen.keys()]).toContain(reached);
    }
    if (RUNS >= 500) expect(seen.get("(restored)")).toBeGreaterThan(0);
  });
});
