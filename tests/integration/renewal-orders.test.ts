import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { RENEWAL_STEPS } from "#app/model/notifications/renewal-step.ts";
import { sendRenewalReminders } from "#app/use-cases/notifications/remind.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { dayAt, isoOf, makeCustomer, makeDomain, makeRenewal } from "./notification-fixtures.ts";
import { openMemory } from "./open-memory.ts";

let database: Embedded;
let njeri: string;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
beforeEach(async () => {
  njeri = await makeCustomer(database, "njeri@example.co.ke");
});
afterEach(async () => {
  for (const table of ["mails", "orders", "domains", "auth.users"]) await database.query(`delete from ${table}`);
});

const subjects = async () => (await database.query("select subject from mails")).map(({ subject }) => subject);
const steps = async () =>
  (await database.query("select step, told_on::text as day from renewal_notices order by told_on, step")).map(
    ({ step, day }) => `${step} ${day}`,
  );
const have = (name: string, ends: number, who = njeri) => makeDomain(database, who, name, ends);
const remind = (day: number) => sendRenewalReminders(dayAt(day));

test.each(["requested", "processing", "done"])(
  "an early reminder is not sent while a renewal is %s",
  async (status) => {
    await have("duka.co.ke", 15);
    await makeRenewal(database, njeri, "duka.co.ke", status);
    expect(await remind(0)).toBe(true);
    expect(await subjects()).toEqual([]);
  },
);

test.each(["requested", "processing"])("every reminder is sent when an old order is still %s", async (status) => {
  await have("duka.co.ke", 62);
  await makeRenewal(database, njeri, "duka.co.ke", status, dayAt(-365));
  const days = [2, 32, 47, 61, 77, 135];
  for (const day of days) expect(await remind(day)).toBe(true);
  expect(await steps()).toEqual(RENEWAL_STEPS.map((step, index) => `${step} ${isoOf(days[index] ?? 0)}`));
});

test.each(["requested", "processing", "done"])(
  "the last reminders are sent although a renewal of the same day is %s",
  async (status) => {
    await have("duka.co.ke", 1);
    for (const day of [0, 16, 74]) {
      await database.query("delete from orders");
      await makeRenewal(database, njeri, "duka.co.ke", status, dayAt(day));
      await remind(day);
    }
    expect(await steps()).toEqual([`1 ${isoOf(0)}`, `stopped ${isoOf(16)}`, `last ${isoOf(74)}`]);
  },
);

test("an open order suppresses reminders for seven days and a done one for thirty, in days of Nairobi", async () => {
  for (const [name, ends, status] of [
    ["open.co.ke", 37, "requested"],
    ["done.co.ke", 50, "done"],
  ] as const) {
    await have(name, ends);
    // Half past midnight in Nairobi, which is the day before in UTC.
    await makeRenewal(database, njeri, name, status, dayAt(0, 0.5));
  }
  for (const day of [6, 7, 29, 30]) await remind(day);
  expect(await steps()).toEqual([`30 ${isoOf(7)}`, `15 ${isoOf(29)}`, `30 ${isoOf(30)}`]);
});

test("a renewal that failed, or of another domain or customer, suppresses nothing", async () => {
  await have("duka.co.ke", 15);
  const other = await makeCustomer(database, "other@example.co.ke");
  await makeRenewal(database, njeri, "duka.co.ke", "failed");
  await makeRenewal(database, njeri, "other.co.ke", "requested");
  await makeRenewal(database, other, "duka.co.ke", "requested");
  await remind(0);
  expect(await subjects()).toEqual(["duka.co.ke ends in 15 days"]);
});
