import { setDeadlines } from "../deadlines.js";
import "./mpesa-settings.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { createMpesa } from "#app/gateways/mpesa.server.ts";
import { receiptNumber } from "#app/model/payments/bill.ts";
import { askPhone } from "#app/use-cases/payments/ask-phone.server.ts";
import { listMissed } from "#app/use-cases/payments/list-missed.server.ts";
import { runPayments } from "#app/use-cases/payments/payment-run.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openHosted } from "#mocks/database/hosted.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { outbox } from "#mocks/outbox.ts";
import { MAX_KILL, type PaymentEvent, PRICES, schedule } from "./payment-events.ts";
import { billFor, database as embedded, pass } from "./payment-fixtures.ts";
import { arrive, asProcess, reportPaybill, reportPrompt, simulate, world } from "./payment-world.ts";
import { hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

const isLong = process.env.LONG === "1";
const RUNS = isLong ? 1000 : 3;
/** More than the site asks: a day and a bit. */
const DAY = 90_000;

let server: ReturnType<typeof startPostgres15> | undefined;
let hosted: Embedded | undefined;
const query = (sql: string) => (hosted ?? embedded).query(sql);

beforeAll(async () => {
  // Transactions of two processes are concurrent on a server only.
  if (!isLong || !hasPostgres15) return;
  server = startPostgres15();
  hosted = await openHosted({
    where: { host: server.folder, username: "postgres", database: "postgres" },
    onMail: async () => {},
  });
  Object.assign(env.supabase, hosted.keys);
  await createDemoCustomers(hosted);
});
afterAll(async () => {
  await hosted?.close();
  await server?.stop();
});

const mpesaSettings = () => env.mpesa ?? expect.fail("no settings");
const processes = () => [createMpesa(mpesaSettings()), createMpesa(mpesaSettings())];
type Bill = Awaited<ReturnType<typeof billFor>>;

async function begin(hasPull: boolean): Promise<Bill[]> {
  Object.assign(world, { now: 0, shown: [], money: new Map(), bills: new Map(), hasPull, ask: "ok" });
  resetMocks();
  await query(
    "truncate payment_callbacks, payments, payment_prompts, bills, orders, mails, messages, receipt_numbers cascade",
  );
  const bills: Bill[] = [];
  for (const [index, price] of PRICES.entries())
    bills.push(await billFor({ [`direct-p${index}.com`]: price, [`p${index}.co.ke`]: 100 }));
  for (const { id, reference } of bills) world.bills.set(reference, id);
  return bills;
}

async function apply(event: PaymentEvent, bills: Bill[], providers: ReturnType<typeof processes>): Promise<void> {
  const bill = bills[event.bill];
  if (!bill) return;
  const latest = world.shown.findLast((shown) => shown.bill === bill.id);
  switch (event.kind) {
    case "press":
      Object.assign(world, { ask: event.ask });
      await Promise.all(Array.from({ length: event.times }, () => askPhone(bill, "+254712345678")));
      return;
    case "answer": {
      const open = world.shown.find((shown) => shown.bill === bill.id && shown.end === "open");
      if (!open) return;
      open.end = event.end === "refused" ? "refused" : "paid";
      if (open.end === "paid")
        open.code = arrive(event.end === "paid less" ? Math.ceil(open.amount / 2) : open.amount, bill.reference).code;
      const [yes, no] = open.end === "paid" ? ["0", "1037"] : ["1037", "silent"];
      const told = { true: yes, opposite: no, silent: "silent", open: undefined };
      open.told = told[event.told];
      for (let report = 0; report < event.reports; report++) await reportPrompt(open);
      return;
    }
    case "late report":
      if (latest && (event.forged || latest.end !== "open")) await reportPrompt(latest, event.forged);
      return;
    case "pay bill": {
      const named = { right: bill.reference, wrong: "M0000000", none: "" };
      const money = arrive(event.amount, named[event.named]);
      for (let report = 0; report < event.reports; report++) await reportPaybill(money);
      return;
    }
    case "run":
      await Promise.all(
        event.kills.map((kill, index) => {
          const provider = providers[index];
          // The highest ones live.
          return provider && asProcess(kill > MAX_KILL - 5 ? 1e6 : kill, event.after, () => runPayments(provider));
        }),
      );
      return;
    case "pass":
      return letPass(event.seconds);
    case "enter": {
      const reference = event.named === "right" ? bill.reference : "";
      const money = arrive(event.amount, reference);
      const typed = {
        code: money.code,
        amount_ksh: event.amount + (event.isWrong ? 50 : 0),
        paid_at: new Date(),
        source: "staff",
      };
      await query(`select record_payment('${JSON.stringify({ ...typed, ...(reference && { reference }) })}')`);
      for (let report = 0; report < event.reports; report++) await reportPaybill(money);
      return;
    }
    case "staff": {
      const [payment] = await query(
        `select code, state, amount_ksh from payments where state in ('unmatched', 'held', 'surplus') order by received_at desc limit 1`,
      );
      // Nobody confirms an amount that the portal does not show.
      if (!payment || world.money.get(String(payment.code))?.amount !== payment.amount_ksh) {
        if (payment) await query(withdraw(String(payment.code)));
        return;
      }
      const acts = {
        match: `select match_payment('${payment.code}', '${bill.id}', null)`,
        confirm: `select confirm_payment('${payment.code}', 'staff')`,
        return: `select return_payment('${payment.code}', null)`,
        withdraw: withdraw(String(payment.code)),
      };
      await query(acts[event.act]);
      return;
    }
    case "fail":
      await query(
        `update orders set status = 'failed' where bill_id = '${bill.id}' and status = 'requested' and domain like 'p%'`,
      );
  }
}

const STAFF = JSON.stringify({ id: "00000000-0000-4000-8000-000000000009", email: "staff@example.co.ke" });
const withdraw = (code: string) => `select desk_withdraw_payment('${STAFF}', '${code}')`;

async function letPass(seconds: number): Promise<void> {
  world.now += seconds;
  await pass(seconds, query);
}

const sumOf = async (sql: string) => Number((await query(`select coalesce(sum(${sql}`))[0]?.coalesce);

/** What holds after every event. */
async function check(paidBefore: Set<string>): Promise<void> {
  const payments = await query("select code, amount_ksh, reported_ksh, state from payments");
  for (const { code, amount_ksh, reported_ksh, state } of payments) {
    const real = world.money.get(String(code))?.amount;
    if (reported_ksh !== null) expect([real, real], `${code} is real`).toEqual([reported_ksh, amount_ksh]);
    else expect(["held", "unmatched"].includes(String(state)) || real === amount_ksh, `${code} is typed`).toBe(true);
  }
  for (const { code } of payments.filter(({ state }) => state !== "held"))
    for (const shown of world.shown) if (shown.code === code) shown.isOver = true;
  const used = await sumOf("amount_ksh), 0) from payments where state in ('counted', 'surplus')");
  expect(used).toBe(await sumOf("paid_ksh + surplus_ksh), 0) from bills"));
  const paid = await query("select id, number from bills where paid_at is not null order by number");
  expect(paid.map(({ number }) => number)).toEqual(
    paid.map((_, index) => receiptNumber(new Date(Date.now() + 3 * 3600_000).getUTCFullYear(), index + 1)),
  );
  for (const id of paidBefore)
    expect(
      paid.some((bill) => bill.id === id),
      "paid stays paid",
    ).toBe(true);
  for (const { id } of paid) paidBefore.add(String(id));
  const short = await query(`select bills.id from bills where paid_at is not null and amount_ksh >
    (select coalesce(sum(amount_ksh), 0) from payments where bill_id = bills.id and state = 'counted')`);
  expect(short, "paid without money").toEqual([]);
  const uneven =
    await query(`select id from bills where amount_ksh <> (select sum(price_ksh) from orders where bill_id = bills.id)
    or refund_due_ksh <> (select sum(refund_due_ksh) from orders where bill_id = bills.id)`);
  expect(uneven, "the orders of a bill add up to it").toEqual([]);
  const unpaid = await query(
    "select domain from orders join bills on bills.id = bill_id where bills.paid_at is null and status in ('processing', 'done')",
  );
  expect(unpaid, "carried out without money").toEqual([]);
  expect(world.seconds, "second prompts").toBe(0);
}

test(`${RUNS} random schedules of two processes lose and invent no shilling and ask no phone twice`, async () => {
  setDeadlines({ write: 60 });
  const totals = { events: 0, money: 0, prompts: 0, paid: 0 };
  await fc.assert(
    fc.asyncProperty(schedule, async ({ hasPull, events }) => {
      const bills = await begin(hasPull);
      simulate();
      const [first, second] = processes();
      if (!first || !second) return;
      const paid = new Set<string>();
      for (const event of events) {
        await apply(event, bills, [first, second]);
        await check(paid);
      }
      for (const seconds of [130, 700, 700, 4000, DAY]) {
        await letPass(seconds);
        await Promise.all([runPayments(first), runPayments(second)]);
        if (hasPull) expect(await listMissed(second, new Date())).toBe(true);
      }
      await Promise.all([runPayments(first), runPayments(second)]);
      await check(paid);
      const known = new Set((await query("select code from payments")).map(({ code }) => code));
      for (const { code, mayBeMissed } of world.money.values()) {
        if (hasPull || !mayBeMissed) expect(known.has(code), `${code} has a row`).toBe(true);
      }
      const left = "select code from payments where state = 'held' and not is_disputed and bill_id is not null";
      if (hasPull) expect(await query(left), "held though it is in the provider's list").toEqual([]);
      expect(await query("select key from payment_callbacks where handled_at is null")).toEqual([]);
      expect(await query("select id from bills where paid_at is not null and fulfilled_at is null")).toEqual([]);
      expect(
        await query("select code from payments where told_at is null and state in ('counted', 'surplus')"),
      ).toEqual([]);
      expect(await query("select id from payment_prompts where state in ('asking', 'sent')")).toEqual([]);
      const asking = await query(
        "select id from bills where paid_at is null and payable_ksh(id) > 0 and amount_ksh - paid_ksh <> payable_ksh(id) - paid_ksh",
      );
      expect(asking, "a bill that asks for what is not ordered").toEqual([]);
      const orders = outbox.list().filter(({ kind }) => kind === "order");
      expect(new Set(orders.map(({ subject }) => subject)).size, "an order twice").toBe(orders.length);
      totals.events += events.length;
      totals.money += world.money.size;
      totals.prompts += world.shown.length;
      totals.paid += paid.size;
    }),
    { numRuns: RUNS, endOnFailure: true, ...(!isLong && { seed: 20_261_124 }) },
  );
  expect(totals.paid).toBeGreaterThan(RUNS / 3);
  expect(world.faults).toBeGreaterThan(0);
  if (isLong) console.log("payments under random schedules", totals);
});
