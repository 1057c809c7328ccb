/** The backlog of orders and payments that the metrics show. Source: docs/operations.md, "Payments". */
import { readdirSync, readFileSync } from "node:fs";
import { http } from "msw";
import { expect, test } from "vitest";
import { WORK_KINDS, WORK_WORDS } from "#app/desk/work-words.ts";
import { countPaymentBacklog } from "#app/doctor/backlog-counts.table.server.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import { server } from "#mocks/node.ts";
import { setDeadlines } from "../deadlines.js";
import { billFor, database, rows } from "./payment-fixtures.ts";

/** Kinds with something in them, with their number and the age of the oldest in minutes. */
async function backlog() {
  const kinds = await countPaymentBacklog();
  return Object.fromEntries(
    kinds
      .filter(({ total }) => total > 0)
      .map(({ kind, total, oldest_seconds }) => [kind, [total, Math.floor(oldest_seconds / 60)]]),
  );
}

/** Opens a bill of one order and pays it so many minutes ago, by a report that nothing has confirmed, or by hand. */
async function paidBill(minutes: number) {
  const bill = await billFor({ [`shop-${crypto.randomUUID().slice(0, 8)}.com`]: 1500 });
  await database.query(
    "update bills set paid_ksh = amount_ksh, paid_at = now() - $2 * interval '1 minute' where id = $1",
    [bill.id, minutes],
  );
  return bill;
}

/** Adds a prompt of a bill that M-PESA accepted so many minutes ago. Returns its id. */
async function addPrompt({ id }: { id: string }, minutes: number) {
  const [row] = await database.query(
    `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, checkout_request_id, asked_at)
     select id, user_id, '+254712345678', amount_ksh, 'unknown', gen_random_uuid()::text, now() - $2 * interval '1 minute'
     from bills where id = $1 returning id`,
    [id, minutes],
  );
  return String(row?.id);
}

const report = (minutes: number) =>
  database.query(
    `insert into payment_callbacks (key, source, body, received_at, handled_at)
     values ($1, 'stk', '{}', now() - $2 * interval '1 minute', now())`,
    [`stk:${crypto.randomUUID()}`, minutes],
  );

test("names every kind, and all are 0 when nothing waits", async () => {
  const kinds = await countPaymentBacklog();
  expect(kinds.every(({ total, oldest_seconds }) => total === 0 && oldest_seconds === 0)).toBe(true);
  const payments = WORK_KINDS.filter((kind) => kind.startsWith("payment-"));
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["order", "refund", ...payments]));
});

test("an order waits for a person when it needs no payment, or once it is paid", async () => {
  await billFor({ "unpaid.com": 1500 });
  await database.query("update orders set created_at = now() - interval '3 days'");
  expect(await backlog()).toEqual({});
  await paidBill(90);
  await database.query("update bills set fulfilled_at = now() where paid_at is not null");
  expect(await backlog()).toEqual({ order: [1, 90], "order-paid": [1, 90] });
  await database.query(
    "update orders set status = 'processing', taken_by = orders.user_id from bills where bills.id = bill_id and paid_at is not null",
  );
  expect(await backlog()).toEqual({ order: [1, 90] });
});

test("a paid bill waits until its orders were carried out or handed to the agency", async () => {
  const bill = await paidBill(20);
  expect(await backlog()).toMatchObject({ "bill-paid": [1, 20] });
  await database.query("update bills set fulfilled_at = now() where id = $1", [bill.id]);
  expect(await backlog()).not.toHaveProperty("bill-paid");
});

test("payments that need a person are counted by kind, as on the work list", async () => {
  const bill = await billFor({ "held.com": 1500 });
  const money = { amountKsh: 1500, paidAt: new Date().toISOString(), source: "paybill" as const };
  await recordPayment({ ...money, code: "TIL0000001", reference: bill.reference });
  await recordPayment({ ...money, code: "TIL0000002", reference: "ACC 7" });
  await database.query("update payments set received_at = now() - interval '40 minutes'");
  await database.query("update bills set typed_code = 'TIL0000009' where id = $1", [bill.id]);
  const waiting = await backlog();
  expect(waiting).toMatchObject({ "payment-held": [1, 40], "payment-unmatched": [1, 40], "payment-claimed": [1, 0] });
  const work = await rows(
    "select kind, count(*)::integer as total from desk_work(now(), 15, 30) where kind like 'payment-%' group by kind",
  );
  expect(Object.fromEntries(work.map(({ kind, total }) => [kind, total]))).toEqual(
    Object.fromEntries(
      Object.entries(waiting).flatMap(([kind, [total]]) => (kind.startsWith("payment-") ? [[kind, total]] : [])),
    ),
  );
});

test("a refund waits until it is noted as paid back", async () => {
  const bill = await paidBill(200);
  await database.query("update bills set fulfilled_at = now() where id = $1", [bill.id]);
  await database.query(
    "update orders set status = 'failed', updated_at = now() - interval '2 days' where bill_id = $1",
    [bill.id],
  );
  expect(Object.keys(await backlog())).toEqual(["payment-refund"]);
  await database.query("update bills set refunded_ksh = amount_ksh, refunded_at = now() where id = $1", [bill.id]);
  expect(await backlog()).toEqual({});
});

test("reports are missing when accepted prompts of the last day had none since the last report", async () => {
  const bill = await billFor({ "prompts.com": 1500 });
  for (const minutes of [1, 4, 6, 30, 60, 25 * 60]) await addPrompt(bill, minutes);
  expect(await backlog()).toEqual({ "report-missing": [3, 60] });
  await report(29);
  expect(await backlog()).toEqual({ "report-missing": [1, 6] });
  await report(2);
  expect(await backlog()).toEqual({});
});

test("queries are missing when reported payments of the last day were not confirmed by one since the last that was", async () => {
  const times = [5, 15, 60, 300, 25 * 60];
  const bill = await billFor({ "queries.com": 1500 });
  for (const [index, minutes] of times.entries()) {
    const id = await addPrompt(bill, 25 * 60);
    const code = `TIQ000000${index}`;
    await recordPayment({ code, amountKsh: 1500, paidAt: new Date().toISOString(), source: "stk", promptId: id });
    await database.query(
      "update payments set received_at = now() - $2 * interval '1 minute', confirmed_by = 'token', state = 'counted' where code = $1",
      [code, minutes],
    );
  }
  expect(await backlog()).toEqual({ "query-missing": [3, 300] });
  await database.query("update payments set confirmed_by = 'query' where code = 'TIQ0000002'");
  expect(await backlog()).toEqual({ "query-missing": [1, 15] });
});

const guide =
  readFileSync("docs/operations.md", "utf8")
    .split(/^## /m)
    .find((part) => part.startsWith("Payments")) ?? "";

test("docs/operations.md says what to do for each kind, under its name on the work list", async () => {
  const kinds = (await countPaymentBacklog()).map(({ kind }) => kind).filter((kind) => kind !== "order");
  for (const kind of kinds) expect(guide).toContain(`\`${kind}\``);
  const listed = WORK_KINDS.filter((kind) => kind === "refund" || kind.startsWith("payment-"));
  for (const kind of listed) {
    expect(guide).toContain(`\n| ${WORK_WORDS[kind].label} (\`${kind}\`) |`);
  }
});

test("every button and title that docs/operations.md quotes about payments is on a page of the desk", () => {
  const folders = ["app/routes/desk", "app/routes/desk/ui", "app/desk", "app/orders", "app/payments"];
  const sources = folders
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .map((file) => readFileSync(file, "utf8"))
    .join();
  // Sections of the guide and labels of metrics are no words of pages.
  const quoted = [...guide.matchAll(/(?<!=)"([A-Z][^"]+)"/g)].map(([, words = ""]) => words);
  const unknown = quoted.filter((words) => !sources.includes(words.replace(/M…$/, "")));
  expect(quoted.length).toBeGreaterThan(12);
  expect(unknown).toEqual([]);
});

test("returns nothing, and does not throw, when the database fails or is slower than the deadline", async () => {
  server.use(http.post("*/rest/v1/rpc/payment_backlog", () => new Response(null, { status: 503 }), { once: true }));
  expect(await countPaymentBacklog()).toEqual([]);
  setDeadlines({ backlogCount: 20 });
  server.use(http.post("*/rest/v1/rpc/payment_backlog", () => new Promise<never>(() => {}), { once: true }));
  expect(await countPaymentBacklog()).toEqual([]);
});

test("an order is work of staff once it is paid, or without a bill", async () => {
  await billFor({ "duka.co.ke": 1500, "duka.or.ke": 500 });
  await database.query("update orders set bill_id = null where domain = 'duka.or.ke'");
  const work = async () =>
    (await rows("select title from desk_work(now(), 15, 30) where kind = 'order' order by title")).map(
      ({ title }) => title,
    );
  expect(await work()).toEqual(["duka.or.ke"]);
  await database.query("update bills set paid_at = now(), paid_ksh = amount_ksh");
  expect(await work()).toEqual(["duka.co.ke", "duka.or.ke"]);
});
