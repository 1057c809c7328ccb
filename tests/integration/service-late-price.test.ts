/** The days of a service whose price was named late, or that staff held. Source: docs/product/services.md, "Services". */
import "./mpesa-settings.ts";
import { beforeAll, expect, test } from "vitest";
import { sendRenewalReminders } from "#app/orders/remind.server.ts";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import type { Browser } from "./browser.ts";
import { day, make, orders, post, row } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { STAFF, staffBrowser } from "./staff.ts";
import { database, first } from "./two-customers.ts";

let wanjiku: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser(STAFF);
});

const TODAY = dayNumber(new Date());
const dayWords = (days: number) => dateOf(TODAY + days).words;
const words = async (path: string) => (await readPage(path, first)).texts("main").join();
/** The first Monday at 10 so many days from today or later, when services are suspended. 5 January 1970 was one. */
const monday = (days = 0) => {
  const from = TODAY + days;
  return new Date(startOfDay(from + ((7 - ((from - 4) % 7)) % 7)).getTime() + 10 * 3600_000);
};
/** Posts a form of the service at the desk. */
async function desk(path: string, form: string, fields: Record<string, string>) {
  const [{ version } = {}] = await database.query("select service_version(services) as version from services");
  const all = { form, reason: "A test", version: String(version), ...fields };
  return renderPage(wanjiku, path.replace("/dashboard", "/desk"), Object.entries(all));
}
const unpriced = (ends: number) => make({ kind: "mail", plan: "microsoft-365", seats: 5, ends });

test.each([-20, -37, -46, -50])(
  "a price that is named %d days from the last day gives the days to pay",
  async (ends) => {
    const path = await unpriced(ends);
    await runServiceCycle(monday());
    expect([await orders(), (await row()).wanted]).toEqual([[], null]);
    expect((await desk(path, "price", { ksh: "30,000" })).status).toBe(303);
    await runServiceCycle(monday());
    expect(await orders()).toMatchObject([{ status: "requested", price_ksh: 30_000, bill_id: expect.any(String) }]);
    expect((await row()).wanted).toBeNull();
    const page = await readPage(path, first);
    expect(page.link("Pay KSh 30,000")).toHaveLength(1);
    expect(page.texts("main").join()).toContain(`It stops on ${dayWords(8)}.`);
    expect(await words("/dashboard")).toContain(`It stops on ${dayWords(8)}.`);
    for (const table of ["mails", "renewal_reminders"]) await database.query(`delete from ${table}`);
    expect(await sendRenewalReminders(new Date())).toBe(true);
    const [mail] = await database.query("select body_text from mails where kind = 'renewal'");
    expect(mail?.body_text).toMatch(/Another year costs KSh 30,000[\s\S]*\/pay\//);
    await runServiceCycle(monday(8));
    expect((await row()).wanted).toBe("suspended");
    await database.query("update services set state = 'suspended', suspended_on = $1, wanted = null", [day(0)]);
    expect(await words(path)).toContain(`Pay until ${dayWords(38)} to get it back.`);
    await database.query("update orders set status = 'failed'");
    expect((await desk(path, "removed", { typed: "duka.co.ke" })).status).toBe(409);
    await database.query("update services set priced_on = $1, suspended_on = $1", [day(-45)]);
    expect((await desk(path, "removed", { typed: "duka.co.ke" })).status).toBe(ends <= -45 ? 303 : 409);
  },
);

test("the price is asked for also after day 38, and its bill stays", async () => {
  const path = await unpriced(-50);
  expect((await post(path, "renew")).to).toBe(path);
  await runServiceCycle(monday());
  expect(await orders()).toMatchObject([{ status: "requested", price_ksh: 0 }]);
  expect((await desk(path, "price", { ksh: "30,000" })).status).toBe(303);
  await runServiceCycle(monday());
  expect(await orders()).toMatchObject([{ status: "requested", price_ksh: 30_000, bill_id: expect.any(String) }]);
});

test.each([-36, -44])("a service that is held %d days from its last day can be paid", async (ends) => {
  const path = await make({ ends });
  expect((await desk(path, "hold", { until: day(25) })).status).toBe(303);
  await runServiceCycle(monday());
  const page = await words(path);
  for (const text of [
    `It works until ${dayWords(25)}.`,
    `You can pay the next year until ${dayWords(25 + 31)}.`,
    `From ${dayWords(25 + 38)} on we may delete its data.`,
    "Pay KSh 6,228",
  ]) {
    expect(page).toContain(text);
  }
});

test("the days until the deletion count from a hold also if staff end it early", async () => {
  const path = await make({ ends: -50, more: `hold_until = '${day(5)}'` });
  await database.query("update services set state = 'suspended', suspended_on = $1", [day(0)]);
  expect((await desk(path, "hold", {})).status).toBe(303);
  expect((await row()).wanted).toBeNull();
  expect((await desk(path, "removed", { typed: "duka.co.ke" })).status).toBe(409);
  expect(await words(path)).toContain(`Pay until ${dayWords(30)} to get it back.`);
});
