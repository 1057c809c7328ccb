import { beforeEach, expect, test } from "vitest";
import { RENEWAL_STEPS } from "#app/model/notifications/renewal-step.ts";
import { sendRenewalReminders } from "#app/use-cases/notifications/remind.server.ts";
import { database } from "./database.ts";
import {
  dayAt,
  deleteCustomers,
  isoOf,
  makeCustomer,
  makeDomain,
  makeRenewal,
  remindersOf,
  subjectsOf,
} from "./notification-fixtures.ts";

let njeri: string;
beforeEach(async () => {
  await deleteCustomers(database);
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});

const addDomain = (name: string, ends: number) => makeDomain(database, njeri, name, ends);
const order = (name: string, status: string, at?: Date) => makeRenewal(database, njeri, name, status, at);
const remind = (day: number) => sendRenewalReminders(dayAt(day));

test.each(["requested", "processing", "done"])(
  "an early reminder is not sent while a renewal is %s",
  async (status) => {
    await addDomain("duka.co.ke", 15);
    await order("duka.co.ke", status);
    expect(await remind(0)).toBe(true);
    expect(await subjectsOf(database)).toEqual([]);
  },
);

test.each(["requested", "processing"])("every reminder is sent when an old order is still %s", async (status) => {
  await addDomain("duka.co.ke", 62);
  await order("duka.co.ke", status, dayAt(-365));
  const days = [2, 32, 47, 61, 77, 135];
  for (const day of days) expect(await remind(day)).toBe(true);
  expect(await remindersOf(database)).toEqual(RENEWAL_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
});

test.each(["requested", "processing", "done"])(
  "the last reminders are sent although a renewal of the same day is %s",
  async (status) => {
    await addDomain("duka.co.ke", 1);
    for (const day of [0, 16, 74]) {
      await database.query("delete from orders");
      await order("duka.co.ke", status, dayAt(day));
      await remind(day);
    }
    expect(await remindersOf(database)).toEqual([`1 ${isoOf(0)}`, `stopped ${isoOf(16)}`, `last ${isoOf(74)}`]);
  },
);

test("an open order suppresses reminders for seven days and a done one for thirty, in days of Nairobi", async () => {
  // Half past midnight in Nairobi, which is the day before in UTC.
  const early = dayAt(0, 0.5);
  await addDomain("open.co.ke", 37);
  await order("open.co.ke", "requested", early);
  await addDomain("done.co.ke", 50);
  await order("done.co.ke", "done", early);
  for (const day of [6, 7, 29, 30]) await remind(day);
  expect(await remindersOf(database)).toEqual([`30 ${isoOf(7)}`, `15 ${isoOf(29)}`, `30 ${isoOf(30)}`]);
});

test("a renewal that failed, or of another domain or customer, suppresses nothing", async () => {
  await addDomain("duka.co.ke", 15);
  const other = await makeCustomer(database, "other@example.co.ke");
  await order("duka.co.ke", "failed");
  await order("other.co.ke", "requested");
  await makeRenewal(database, other, "duka.co.ke", "requested");
  await remind(0);
  expect(await subjectsOf(database)).toEqual(["duka.co.ke ends in 15 days"]);
});
