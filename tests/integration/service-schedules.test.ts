import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Act, begins, CUSTOMER, createActs, prices, step, THINGS, YEARS } from "./service-acts.ts";
import { hosting } from "./service-server-acts.ts";
import { HOSTED_ROLES, HOSTED_SCHEMA, hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

type Row = Record<string, unknown>;
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

  /** What was paid for is there: the price of the last order, a larger plan until its last day, and a paid year that waits. */
  function checkPlans(service: Row, was: Row | undefined, orders: readonly Row[], isCorrected: boolean): void {
    const done = orders.filter(({ status }) => status === "done");
    const last = done.sort((one, other) => Number(one.created_at) - Number(other.created_at)).at(-1);
    const payload = last?.payload as { yearKsh?: number } | undefined;
    const lastKsh = last?.kind === "upgrade" ? payload?.yearKsh : last?.price_ksh;
    if (last && !orders.some(isTaken))
      expect(service.next_ksh ?? service.price_ksh, "another price than that of the last order").toBe(lastKsh);
    if (!was?.ends_on || service.state === "ended") return;
    const today = iso(service.today);
    const size = ({ plan, seats }: Row) => (YEARS[String(plan)] ?? 0) * Number(seats ?? 1);
    const hasBegun = was.next_on === null ? iso(was.ends_on) < today : iso(was.next_on) <= today;
    if (size(service) < size(was) && !isCorrected) expect(hasBegun, "smaller before its year").toBe(true);
    if (was.next_on === null || iso(was.next_on) <= today || orders.some(isFirstAndFailed) || orders.some(isTaken))
      return;
    const isUpgraded = service.next_ksh !== was.next_ksh;
    expect([iso(service.next_on), service.next_plan, service.next_seats], "a paid year is lost").toEqual([
      ...[iso(was.next_on), was.next_plan, was.next_seats],
    ]);
    if (isUpgraded) expect([was.next_plan, was.next_seats], "larger while a smaller year waits").toEqual([null, null]);
  }

  /** A next year that was taken away because the first order failed. */
  const isTaken = ({ kind, status, reason }: Row) =>
    kind === "extend" && status === "failed" && reason === "The service has ended";
  const isFirstAndFailed = ({ kind, status }: Row) => kind !== "extend" && kind !== "upgrade" && status === "failed";

  /** After the days alone have acted, nothing is left over its limit by a typed code or a part of the money. */
  async function checkLimits(): Promise<void> {
    const kept =
      await query(`select orders.kind from orders join services on services.id = service_id join bills on bills.id = bill_id
      where orders.status = 'requested' and paid_at is null and not is_money_known(bills.id)
        and case orders.kind when 'extend' then ends_on <= nairobi_date(now()) - 39
          when 'upgrade' then orders.created_at <= now() - interval '4 days' else false end`);
    expect(kept, "kept over its limit").toEqual([]);
    expect(await query("select id from services where next_on <= nairobi_date(now())"), "a year not begun").toEqual([]);
  }

  /** Each order has a bill of its price, the bills together come to what was ordered, and nothing is done that is not paid. */
  async function checkSums(): Promise<void> {
    const billed =
      await query(`select orders.id, kind, orders.status, amount_ksh, paid_at from orders left join bills on bills.id = bill_id
      where service_id is not null and orders.status <> 'failed'`);
    const expected = billed.reduce((sum, { id }) => sum + (prices.get(String(id)) ?? 0), 0);
    expect(
      billed.reduce((sum, { amount_ksh }) => sum + Number(amount_ksh), 0),
      "the sum of the bills",
    ).toBe(expected);
    for (const { id, kind, status, amount_ksh, paid_at } of billed) {
      expect(amount_ksh, `the bill of ${kind}`).toBe(prices.get(String(id)));
      if (kind === "upgrade" && status === "done") expect(paid_at, "a larger plan that is not paid").not.toBeNull();
    }
  }

  async function check(before: Map<string, Row>, acts: readonly Act[]): Promise<void> {
    if (acts.length === 1 && acts[0]?.kind === "cycle") await checkLimits();
    const [money] =
      await query(`select (select coalesce(sum(amount_ksh), 0) from payments where state in ('counted', 'surplus')) as came,
      (select coalesce(sum(paid_ksh + surplus_ksh), 0) from bills) as counted`);
    expect(money?.counted, "money that came is on bills").toBe(money?.came);
    const services = await query(
      "select *, nairobi_date(now()) as today, ends_on - nairobi_date(now()) as left from services",
    );
    for (const service of services) {
      const orders = await query(`select orders.*, bills.paid_at, bills.refund_due_ksh as bill_refund from orders
        left join bills on bills.id = bill_id where service_id = '${service.id}'`);
      const done = orders.filter((order) => order.kind === "extend" && order.status === "done");
      // Nothing is extended unpaid, and each paid year is one year.
      for (const order of done) expect(order.paid_at, "extended unpaid").not.toBeNull();
      const [renewed] = await query(
        `select count(*)::int as n from service_changes where service_id = '${service.id}' and did = 'renewed'`,
      );
      expect(renewed?.n).toBe(done.length + orders.filter(isTaken).length);
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
      // Nobody pays without a term or a refund.
      for (const order of orders.filter(({ paid_at }) => paid_at !== null)) {
        if (order.status === "failed") expect(Number(order.bill_refund), "paid and failed").toBeGreaterThan(0);
      }
      if (service.state === "suspended" && Number(service.left) >= 0 && !service.will_end && done.length > 0) {
        expect(service.wanted, "paid, and not restored").toBe("active");
      }
      // With money on its way a service is not suspended. Only a cycle asks for it.
      const was = before.get(String(service.id));
      const isCorrected = acts.some(({ kind }) => kind === "date");
      checkPlans(service, was, orders, isCorrected);
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
           from service_changes where service_id = '${service.id}' and did = 'date'`,
        );
        const since = (Date.parse(iso(service.ends_on)) - Date.parse(iso(term?.until))) / 86_400_000;
        const restored = since - Number(corrected?.days);
        expect(restored, "days that nobody paid for").toBeGreaterThanOrEqual(-1 - done.length);
        if (restored > 1 + done.length) {
          const [days] = await query(
            `select count(*)::int as n from service_changes where service_id = '${service.id}' and did = 'restored'`,
          );
          expect(Number(days?.n)).toBeGreaterThan(0);
        }
      }
    }
    const names = hosting.accounts.map(({ domain }) => domain);
    const ofServer = services.filter(({ domain, provider }) => domain === "server.co.ke" && provider === "whm");
    expect(names.length, "two accounts for one service").toBeLessThanOrEqual(ofServer.length);
    expect(await query("select id from bills where paid_ksh > amount_ksh")).toEqual([]);
    await checkSums();
  }

  const iso = (value: unknown): string => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value));

  /** The services before a step, each with whether money for it was paid, reported or asked for. */
  async function now(): Promise<Map<string, Row>> {
    const rows = await query(`select services.*, exists (select from orders join bills on bills.id = bill_id
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
      "active (a paid year waits)",
    ]) {
      expect([...seen.keys()]).toContain(reached);
    }
    if (RUNS >= 500) expect(seen.get("(restored)")).toBeGreaterThan(0);
  });
});
