import { setDeadlines } from "../deadlines.js";
import "./mpesa-settings.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMpesa } from "#app/payments/daraja.api.server.ts";
import { runPayments } from "#app/payments/run.server.ts";
import { askPhone, listMissed } from "#app/payments/send-prompt.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openHosted } from "#mocks/database/hosted.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { outbox } from "#mocks/outbox.ts";
import { act, endOrders, enter, moveCredit } from "./payment-acts.ts";
import { correct } from "./payment-corrections.ts";
import { MAX_KILL, type PaymentEvent, PRICES, schedule } from "./payment-events.ts";
import { billFor, database as embedded, pass } from "./payment-fixtures.ts";
import { check } from "./payment-invariants.ts";
import { arrive, asProcess, reportPaybill, reportPrompt, simulate, world } from "./payment-world.ts";
import { hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

const isLong = process.env.LONG === "1";
const RUNS = isLong ? Number(process.env.RUNS ?? 1000) : 3;
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
  Object.assign(world, { byHand: new Map(), receipts: new Map(), sentBack: 0 });
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
    case "enter":
      return enter(event, bill, query);
    case "staff":
      return act(event, bill, query);
    case "credit":
      return moveCredit(event, bill, query, () => runPayments(providers[0] ?? expect.fail("no process")));
    case "end":
      return endOrders(event, bill, query);
    case "correct":
      return correct(event, query);
  }
}

async function letPass(seconds: number): Promise<void> {
  world.now += seconds;
  await pass(seconds, query);
}

test(`${RUNS} random schedules of two processes lose and invent no shilling and ask no phone twice`, async () => {
  setDeadlines({ write: 60 });
  const totals = { credits: 0, used: 0, events: 0, money: 0, prompts: 0, paid: 0, notes: 0, voids: 0 };
  await fc.assert(
    fc.asyncProperty(schedule, async ({ hasPull, events }) => {
      const bills = await begin(hasPull);
      simulate();
      const [first, second] = processes();
      if (!first || !second) return;
      const paid = new Set<string>();
      for (const event of events) {
        await apply(event, bills, [first, second]);
        await check(paid, query);
      }
      for (const seconds of [130, 700, 700, 4000, DAY]) {
        await letPass(seconds);
        await Promise.all([runPayments(first), runPayments(second)]);
        if (hasPull) expect(await listMissed(second, new Date())).toBe(true);
      }
      await Promise.all([runPayments(first), runPayments(second)]);
      await check(paid, query);
      const known = new Set((await query("select code from payments")).map(({ code }) => code));
      for (const { code, mayBeMissed } of world.money.values()) {
        if (hasPull || !mayBeMissed) expect(known.has(code), `${code} has a row`).toBe(true);
      }
      const left =
        "select code from payments where state = 'held' and not is_disputed and bill_id is not null and reported_ksh is not null";
      if (hasPull) expect(await query(left), "held though it is in the provider's list").toEqual([]);
      expect(await query("select key from payment_callbacks where handled_at is null")).toEqual([]);
      expect(await query("select id from bills where paid_at is not null and fulfilled_at is null")).toEqual([]);
      expect(
        await query("select code from payments where notified_at is null and state in ('counted', 'surplus')"),
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
      totals.notes += (await query("select from credit_notes")).length;
      totals.credits += (await query("select from credits where ksh > 0")).length;
      totals.used += (await query("select from credits where ksh < 0")).length;
      totals.voids += (await query("select from payments where state = 'void'")).length;
    }),
    { numRuns: RUNS, endOnFailure: true, ...(!isLong && { seed: 20_261_124 }) },
  );
  expect(totals.paid).toBeGreaterThan(RUNS / 3);
  expect(world.faults).toBeGreaterThan(0);

  const { changes, reopened, repriced, takenBack } = world;
  if (isLong) console.log("payments under random schedules", { ...totals, changes, reopened, repriced, takenBack });
  if (isLong)
    for (const count of [totals.used, changes, reopened, repriced, takenBack]) expect(count).toBeGreaterThan(0);
});
