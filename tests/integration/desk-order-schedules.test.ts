import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { beforeAll, expect, test } from "vitest";
import { settleOrder } from "#app/orders/claims.table.server.ts";
import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { changeOrder, type OrderAct } from "#app/orders/order-changes.server.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { createDemoStaff, demoStaff } from "#mocks/demo-staff.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";

const NAME = "njeri-duka.co.ke";
const DAYS = ["2027-11-23", "2028-11-23"];
/** The acts with two values each, as two staff may type them. */
const ACTS: Record<string, (value: number) => OrderAct> = {
  take: () => ({ form: "take" }),
  "give-back": () => ({ form: "give-back" }),
  price: (value) => ({ form: "price", ksh: 1000 + value }),
  accept: () => ({ form: "accept" }),
  done: (value) => ({ form: "done", until: DAYS[value] }),
  failed: (value) => ({ form: "failed", why: "other", reason: `Reason ${value}`, refundKsh: value * 10 }),
  refund: (value) => ({ form: "refund", ksh: 5 + value }),
  refunded: () => ({ form: "refunded" }),
  reopen: (value) => ({ form: "reopen", reason: `Reason ${value}` }),
};
/** Tables in which nothing can be written: the transaction breaks off there, as if its process was killed. */
const BROKEN = ["desk_log", "mails", "orders", "domains", "bills"] as const;

const step = fc.record({
  act: fc.constantFrom(...Object.keys(ACTS), "take", "done", "failed", "reopen", "site ends it", "ten minutes pass"),
  who: fc.nat(1),
  value: fc.nat(1),
  /** Presses of the same button at once. */
  presses: fc.integer({ min: 1, max: 2 }),
  /** The call does not arrive, its reply is lost, or the database breaks off at a table. */
  fault: fc.oneof(
    { weight: 6, arbitrary: fc.constant("none") },
    { weight: 3, arbitrary: fc.constantFrom("before", "after", ...BROKEN) },
  ),
});
const schedule = fc.record({
  /** The site may have begun to carry the order out. */
  isBegun: fc.boolean(),
  priceKsh: fc.constantFrom(0, 1500),
  steps: fc.array(step, { minLength: 4, maxLength: 14 }),
});

type Line = { did: string; staff: string; detail: Record<string, unknown> };
type Row = Record<"status" | "taken_by" | "reason", string | null> & Record<"price_ksh" | "refund_due_ksh", number>;

beforeAll(async () => {
  await createDemoCustomers(database);
  await createDemoStaff(database);
});

async function begin(isBegun: boolean, priceKsh: number): Promise<string> {
  // The log cannot be deleted: each schedule has an order of its own.
  await database.query("delete from mails");
  await database.query("delete from domains where name = $1", [NAME]);
  const [row] = await database.query(
    `insert into orders (user_id, kind, domain, payload, price_ksh, status, idempotency_key)
     values ($1, 'register', $2, '{"years":1}', $3, $4, gen_random_uuid()) returning id`,
    [demoCustomers[0].id, NAME, priceKsh, isBegun ? "processing" : "requested"],
  );
  return String(row?.id);
}

const linesOf = async (id: string) =>
  (await database.query("select did, staff, detail from desk_log where about_id = $1 order by id", [id])) as Line[];

async function withFault<T>(fault: string, work: () => Promise<T>): Promise<T> {
  const isTable = BROKEN.some((table) => table === fault);
  if (isTable) await database.query(`alter table ${fault} add constraint broken check (false) not valid`);
  if (fault === "before" || fault === "after") {
    server.use(
      http.post("*/rest/v1/rpc/desk_*", async ({ request }) => {
        if (fault === "after") await database.answer(request);
        return HttpResponse.error();
      }),
    );
  }
  const done = await work();
  server.resetHandlers();
  if (isTable) await database.query(`alter table ${fault} drop constraint broken`);
  return done;
}

/** Returns the row that follows from the lines of the log, and fails at a line that must not follow on those before it. */
function replay(lines: readonly Line[], begun: { status: string; priceKsh: number }): Row {
  const row: Row = { status: begun.status, taken_by: null, reason: null, price_ksh: begun.priceKsh, refund_due_ksh: 0 };
  let [isPaidBack, isBilled] = [false, false];
  let lastTaken: Line | undefined;
  for (const { did, staff, detail } of lines) {
    const isEnded = row.status === "done" || row.status === "failed";
    expect([did, isEnded]).toEqual([did, did.startsWith("order-refund") || did === "order-reopened"]);
    if (did === "order-taken") {
      expect([row.taken_by, row.status]).toEqual([null, detail.from]);
      lastTaken = { did, staff, detail };
      Object.assign(row, { taken_by: staff, status: "processing" });
    } else if (did === "order-priced") {
      expect([row.price_ksh, row.taken_by ?? staff]).toEqual([0, staff]);
      row.price_ksh = Number(detail.ksh);
    } else if (did === "order-accepted") {
      expect([row.price_ksh, isBilled]).toEqual([detail.ksh, false]);
      expect([row.price_ksh > 0, row.taken_by ?? staff]).toEqual([true, staff]);
      isBilled = true;
    } else if (did === "order-reopened") {
      expect(isPaidBack).toBe(false);
      Object.assign(row, { taken_by: staff, status: "processing", refund_due_ksh: 0 });
    } else if (did === "order-refund-due") {
      expect(row.refund_due_ksh).toBe(0);
      row.refund_due_ksh = Number(detail.ksh);
    } else if (did === "order-refunded") {
      expect([isPaidBack, row.refund_due_ksh > 0]).toEqual([false, true]);
      isPaidBack = true;
    } else {
      // An order that nobody has taken may be ended at once, but not given back.
      const isFree = row.status === "requested" && row.taken_by === null && did !== "order-given-back";
      expect([isFree || row.status === "processing", row.taken_by ?? staff]).toEqual([true, staff]);
      const takenFrom = lastTaken?.staff === staff ? lastTaken.detail.from : "requested";
      if (did === "order-given-back") Object.assign(row, { taken_by: null, status: takenFrom });
      else Object.assign(row, { taken_by: staff, status: did.replace("order-", "") });
      if (did === "order-failed") row.refund_due_ksh = Number(detail.refundKsh);
    }
  }
  return row;
}

async function run({ isBegun, priceKsh, steps }: { isBegun: boolean; priceKsh: number; steps: Step[] }) {
  const id = await begin(isBegun, priceKsh);
  const found = await findDeskOrder(id);
  if (!found.ok || !found.value) throw new Error("no order");
  // Both work with the page as it was at first.
  const order = found.value;
  let siteEndings = 0;
  for (const { act, who, value, presses, fault } of steps) {
    const before = await linesOf(id);
    const isHeld = (await database.query("select taken_by from orders where id = $1", [id]))[0]?.taken_by !== null;
    if (act === "ten minutes pass") {
      await database.query("update orders set updated_at = updated_at - interval '10 minutes' where id = $1", [id]);
      continue;
    }
    if (act === "site ends it") {
      if (await settleOrder(id, { status: "done" })) {
        expect(isHeld).toBe(false);
        siteEndings += 1;
      }
      continue;
    }
    const staff = demoStaff[who] ?? demoStaff[0];
    const made = ACTS[act]?.(value) ?? { form: "take" };
    const results = await withFault(fault, () =>
      Promise.all(Array.from({ length: presses }, () => changeOrder(staff, order, made))),
    );
    const added = (await linesOf(id)).slice(before.length);
    expect(added.length).toBeLessThanOrEqual(1);
    for (const line of added) expect(line.staff).toBe(staff.id);
    const words = results.map((result) => (result.ok ? result.value : "unknown"));
    if (fault === "before") expect([words, added]).toEqual([words.map(() => "unknown"), []]);
    else if (fault !== "after")
      expect([words, words.filter((word) => word === "done").length]).toEqual([words, added.length]);
    if (words.includes("same")) expect([...before, ...added].map((line) => line.staff)).toContain(staff.id);
  }

  const lines = await linesOf(id);
  const did = (...kinds: string[]) => lines.filter((line) => kinds.includes(line.did));
  const endings = did("order-done", "order-failed");
  expect(endings.length + siteEndings).toBeLessThanOrEqual(1 + did("order-reopened").length);
  const mails = await database.query("select key from mails where key like $1", [`order-news-${id}-%`]);
  expect(mails).toHaveLength(
    did("order-priced", "order-accepted", "order-done", "order-failed", "order-refund-due", "order-reopened").length,
  );
  const bills = await database.query(
    "select amount_ksh from bills join orders on bill_id = bills.id where orders.id = $1",
    [id],
  );
  expect(bills).toEqual(did("order-accepted").map(({ detail }) => ({ amount_ksh: detail.ksh })));
  const names = await database.query(
    "select (expiry_date at time zone 'Africa/Nairobi')::date::text as until from domains where name = $1",
    [NAME],
  );
  expect(names).toEqual(did("order-done").map(({ detail }) => ({ until: detail.until })));
  const [row] = await database.query(
    "select status, taken_by, price_ksh, refund_due_ksh, refunded_at is not null as is_paid from orders where id = $1",
    [id],
  );
  expect(row?.is_paid).toBe(did("order-refunded").length === 1);
  if (siteEndings === 0) {
    const { reason: _, ...expected } = replay(lines, { status: isBegun ? "processing" : "requested", priceKsh });
    expect(row).toMatchObject(expected);
  }
}
type Step = { act: string; who: number; value: number; presses: number; fault: string };

test("two staff, double presses, lost calls and kills leave one ending, or one more after each reopening, and the whole log", async () => {
  await fc.assert(
    fc.asyncProperty(schedule, run),
    process.env.LONG === "1" ? { numRuns: 1000 } : { numRuns: 10, seed: 20_261_124, endOnFailure: true },
  );
});
