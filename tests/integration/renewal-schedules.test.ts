import "./mpesa-settings.ts";
import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { afterExpiryOf } from "#app/orders/order-price.ts";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { saveReminderChoice } from "#app/orders/renewal-reminders.table.server.ts";
import { isReminder, isSuppressedByOrder, renewalStep } from "#app/orders/renewal-step.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";
import {
  dayAt,
  deleteCustomers,
  isoOf,
  makeBilledRenewal,
  makeCustomer,
  makeDomain,
  makeRenewal,
} from "./notification-fixtures.ts";

const NAMES = ["a.co.ke", "b.or.ke", "c.nowhere", "d.ke"];
/** Days until each domain expires at first: not all are at one step. */
const FIRST_ENDS = [61, 58, 40, 20];

/** What happens before a day's runs; mostly nothing. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: "nothing", at: 0 }) },
  ...["renewed", "ordered", "billed", "paid", "refused", "switched"].map((kind) =>
    fc.record({ kind: fc.constant(kind), at: fc.nat(NAMES.length - 1) }),
  ),
);
const day = fc.record({
  /** The days since the last run: more than one if the site was down. */
  later: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 25 })),
  event,
  /** Concurrent runs, each of which runs a second time after a restart. */
  processes: fc.integer({ min: 1, max: 3 }),
  /** The first write fails, before or after the database has done it, as if the process was killed. */
  fault: fc.constantFrom("none", "none", "none", "before", "after"),
});

/** `bill`: the unpaid or paid bill of an open renewal order. */
type Name = { name: string; id: string; ends: number; orderedOn?: number; bill?: string; paidOn?: number };

async function begin() {
  await deleteCustomers(database);
  const customer = await makeCustomer(database, "njeri@example.co.ke");
  const names: Name[] = [];
  for (const [index, name] of NAMES.entries()) {
    const ends = FIRST_ENDS[index] ?? 0;
    names.push({ name, ends, id: await makeDomain(database, customer, name, ends) });
  }
  return { customer, names, wants: true };
}

type State = Awaited<ReturnType<typeof begin>>;
async function apply({ kind, at }: { kind: string; at: number }, state: State, today: number) {
  const one = state.names[at];
  if (!one) return;
  if (kind === "renewed") {
    one.ends = Math.max(one.ends, today) + 365;
    const expiry = dayAt(one.ends, 12).toISOString();
    await database.query("update domains set expiry_date = $1 where id = $2", [expiry, one.id]);
  }
  if (kind === "ordered" && one.orderedOn === undefined) {
    one.orderedOn = today;
    await makeRenewal(database, state.customer, one.name, "requested", dayAt(today));
  }
  if (kind === "billed" && one.orderedOn === undefined) {
    one.orderedOn = today;
    one.bill = await makeBilledRenewal(database, state.customer, one.name, dayAt(today));
  }
  if (kind === "paid" && one.bill !== undefined && one.paidOn === undefined) {
    one.paidOn = today;
    const paid = "update bills set paid_at = $1, paid_ksh = amount_ksh where id = $2";
    await database.query(paid, [dayAt(today).toISOString(), one.bill]);
  }
  if (kind === "refused") {
    delete one.orderedOn;
    delete one.bill;
    delete one.paidOn;
    await database.query("update orders set status = 'failed' where domain = $1", [one.name]);
  }
  if (kind === "switched") {
    state.wants = !state.wants;
    await saveReminderChoice(state.customer, state.wants);
  }
}

/** Returns what the mail's link to a domain says. */
function labelOf({ name, orderedOn, bill, paidOn }: Name): string {
  if (bill !== undefined && paidOn === undefined) return `Pay for ${name}`;
  return orderedOn === undefined ? `Renew ${name}` : `Ask us about ${name}`;
}

/** Makes writes fail until the handlers are reset. */
function breakWrites(fault: string): void {
  if (fault === "none") return;
  server.use(
    http.post("*/rest/v1/rpc/remind", async ({ request }) => {
      if (fault === "after") await database.answer(request);
      return HttpResponse.error();
    }),
  );
}

async function remindersOn(today: number) {
  const rows = await database.query(
    `select domains.name, step, expires_on::text as ends from renewal_reminders
     join domains on domains.id = domain_id where notified_on = $1 order by domains.name`,
    [isoOf(today)],
  );
  return rows.map(({ name, step, ends }) => `${name} ${step} ${ends}`);
}

test("every reminder is sent once, in the one mail of its day, and none is missed, under random events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 8, maxLength: 14 }), async (days) => {
      const state = await begin();
      const sent = new Set<string>();
      let today = 0;
      for (const { later, event, processes, fault } of days) {
        today += later;
        await apply(event, state, today);
        const due = state.names
          .flatMap(({ name, ends, orderedOn = -Infinity, paidOn = orderedOn }) => {
            const step = renewalStep(afterExpiryOf(name), ends - today);
            if (step && isSuppressedByOrder(step) && today - paidOn < 7) return [];
            return step && (state.wants || !isReminder(step)) ? [`${name} ${step} ${isoOf(ends)}`] : [];
          })
          .filter((one) => !sent.has(one));

        const run = () => Promise.all(Array.from({ length: processes }, () => sendRenewalReminders(dayAt(today))));
        breakWrites(fault);
        await run();
        server.resetHandlers();
        await run();

        expect(await remindersOn(today)).toEqual(due);
        for (const one of due) sent.add(one);
        const mails = await database.query("select body_text from mails where key like $1", [`%-${isoOf(today)}`]);
        expect(mails).toHaveLength(due.length > 0 ? 1 : 0);
        const links = new RegExp(`(?:Renew|Ask us about|Pay for) (?:${NAMES.join("|")}): `, "g");
        const names = due.map((one) => one.split(" ")[0]);
        const expected = state.names.filter(({ name }) => names.includes(name)).map((one) => `${labelOf(one)}: `);
        expect((String(mails[0]?.body_text).match(links) ?? []).sort()).toEqual(expected.sort());
      }
      expect(await database.query("select id from renewal_reminders")).toHaveLength(sent.size);
    }),
    process.env.LONG === "1" ? { numRuns: 150 } : { numRuns: 2, seed: 20_261_122, endOnFailure: true },
  );
});

test("a renewal that nobody pays is reminded of from the seventh day on, and leads to its bill", async () => {
  await deleteCustomers(database);
  const customer = await makeCustomer(database, "njeri@example.co.ke");
  const [unpaid, paid] = ["unpaid.co.ke", "paid.co.ke"];
  for (const name of [unpaid, paid]) await makeDomain(database, customer, name, 30);
  await makeBilledRenewal(database, customer, unpaid, dayAt(0));
  const bill = await makeBilledRenewal(database, customer, paid, dayAt(0));
  for (const day of [0, 6]) expect(await sendRenewalReminders(dayAt(day))).toBe(true);
  expect(await database.query("select key from mails")).toEqual([]);
  const pay = "update bills set paid_at = $1, paid_ksh = amount_ksh where id = $2";
  await database.query(pay, [dayAt(6).toISOString(), bill]);
  for (const day of [7, 7, 8, 9]) await sendRenewalReminders(dayAt(day));
  expect([await remindersOn(7), await remindersOn(8)]).toEqual([[`${unpaid} 30 ${isoOf(30)}`], []]);
  // Paid seven days ago or earlier, and still not carried out: the customer hears of it again.
  await sendRenewalReminders(dayAt(15));
  expect(await remindersOn(15)).toEqual([`${paid} 15 ${isoOf(30)}`, `${unpaid} 15 ${isoOf(30)}`]);
  const mails = (await database.query("select body_text from mails order by key")).map(({ body_text }) => body_text);
  expect(mails[0]).toMatch(/Pay for unpaid\.co\.ke: https?:.*\/pay\//);
  expect(mails[1]).toMatch(/Ask us about paid\.co\.ke: /);
});
