/** A service that is not paid and works longer than others. Source: docs/product/services.md, "Services". */
import "./mpesa-settings.ts";
import { beforeEach, expect, test } from "vitest";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { remindOfBills } from "#app/payments/notify.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { day, make, post } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { database, first } from "./two-customers.ts";

let path: string;
beforeEach(async () => {
  path = await make({ ends: -10 });
  await post(path, "renew");
});
const words = async (at: string) => (await readPage(at, first)).texts("main").join();
const dayWords = (days: number) => dateOf(dayNumber(new Date()) + days).words;

test.each([
  ["a part of the money", "update bills set paid_ksh = 500", 28],
  ["a typed code", "update bills set typed_code = 'SG722NMVXQ'", 28],
  ["a hold of staff", `update services set hold_until = '${day(5)}'`, 5],
])("by %s says until when it works, and not that it can stop any day", async (_what, change, until) => {
  expect(await words(path)).toContain("It can stop any day.");
  await database.query(change);
  const page = await words(path);
  expect(page).toContain(`It works until ${dayWords(until)}.`);
  expect(page).toContain(`Without a payment it stops after ${dayWords(until)}.`);
  expect(page).not.toContain("It can stop any day.");
  expect(await words("/dashboard")).not.toContain("can stop any day");
});

test.each([
  ["a part of the money", "update bills set paid_ksh = 500", 30],
  ["a typed code", "update bills set typed_code = 'SG722NMVXQ'", 30],
  ["a hold of staff", `update services set hold_until = '${day(5)}'`, 5],
])("by %s reads in the reminder of the eighth day what its page says", async (_what, change, until) => {
  await database.query("update services set ends_on = $1", [day(-8)]);
  await database.query(change);
  for (const table of ["mails", "renewal_reminders", "service_notices"]) await database.query(`delete from ${table}`);
  expect(await sendRenewalReminders(new Date())).toBe(true);
  const [mail] = await database.query("select body_text from mails where kind = 'renewal'");
  for (const text of [await words(path), mail?.body_text]) {
    expect(text).toContain(`It works until ${dayWords(until)}.`);
    expect(text).not.toMatch(/does not work any more|stops today|any day/);
  }
});

test("that staff held before, and hold no longer, can stop any day", async () => {
  await database.query(`update services set hold_until = '${day(-3)}'`);
  expect(await words(path)).toContain("It can stop any day.");
});

test("has a last reminder that names day 38 as the last one, though a typed code would keep another bill for longer", async () => {
  await database.query(
    "update bills set typed_code = 'SG722NMVXQ', reminders = 2, opened_at = now() - interval '27 days'",
  );
  await remindOfBills();
  const [mail] = await database.query("select body_text from mails where key like '%unpaid-%'");
  expect(mail?.body_text).toContain(`Pay before ${dayWords(29)}. Then the order ends.`);
});
