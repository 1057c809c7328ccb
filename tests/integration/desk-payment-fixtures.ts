/** Two members of staff and payments of the first demo customer, for the test file that imports this. */
import { beforeAll, beforeEach, expect } from "vitest";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import type { Browser } from "./browser.ts";
import { database, rows } from "./payment-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

export let wanjiku: Browser;
export let baraka: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser(STAFF);
  baraka = await staffBrowser(SECOND_STAFF);
});
beforeEach(async () => {
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("set session_replication_role = origin");
});

export const CODE = "SG722NMVXQ";
export const LIST = "/desk/payments";
export const post = (browser: Browser, path: string, form: string, fields: Record<string, string> = {}) =>
  renderPage(browser, path === "" ? LIST : `${LIST}/${path}`, [["form", form], ...Object.entries(fields)]);
/** Posts a form and returns its status and what the page then says. */
export async function said(...form: Parameters<typeof post>) {
  const { status, html } = await post(...form);
  return [status, html] as const;
}
export const page = async (path: string, browser = wanjiku) => {
  const { document } = await readPage(path, browser);
  return textOf(document.querySelector("main") ?? document.body);
};
export const arrive = (more: Partial<Parameters<typeof recordPayment>[0]> = {}) =>
  recordPayment({ code: CODE, amountKsh: 1500, paidAt: "2026-11-20T09:00:00Z", source: "paybill", ...more });
export const payment = async (code = CODE) =>
  (await rows(`select state, amount_ksh, bill_id, confirmed_by from payments where code = '${code}'`))[0];
export const bill = async () =>
  (await rows("select amount_ksh, paid_ksh, surplus_ksh, refunded_ksh, returned_ksh, number from bills"))[0];
export const did = async () =>
  (await rows("select did, staff_email from desk_log order by id")).map((line) => line.did);
/** The day in Nairobi, as a form has it. */
export const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
export const CHEQUE = "CHEQUE-KCB-4417-123";
/** A cheque that two people have entered and confirmed for a bill. `missing`: what the bill then lacked, in KSh. */
export async function countCheque(reference: string, ksh = "1500", missing = ksh) {
  const typed = { number: "000123", bank: "KCB", account: "4417", takenBy: "Wanjiku", paidAt: today(), ksh, reference };
  await post(wanjiku, "", "enter-cheque", typed);
  expect((await post(baraka, CHEQUE, "confirm", { ksh, expectedKsh: missing })).status).toBe(303);
}
/** Checks, to the shilling, that the money that arrived is what counts, is surplus, waits or was paid back. */
export async function expectSums() {
  const [sums] = await rows(`select
    (select coalesce(sum(amount_ksh), 0) from payments where state in ('counted', 'surplus')) as used,
    (select coalesce(sum(paid_ksh + surplus_ksh), 0) from bills) as known`);
  expect(sums?.used).toEqual(sums?.known);
}
