import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimOrder, settleOrder } from "#app/gateways/order-claims.server.ts";
import type { OrderKind } from "#app/model/order.ts";
import { orderNumber } from "#app/model/order.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import type { Browser } from "./browser.ts";
import { database, FIRST, made, named, stored } from "./order-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

let wanjiku: Browser;
let baraka: Browser;
beforeAll(async () => {
  await createDemoCustomers(database);
  wanjiku = await staffBrowser(STAFF);
  baraka = await staffBrowser(SECOND_STAFF);
});
beforeEach(() => database.query("delete from mails"));

const post = (browser: Browser, id: string, form: string, fields: Record<string, string> = {}) =>
  renderPage(browser, `/desk/orders/${id}`, [["form", form], ...Object.entries(fields)]);
const page = (browser: Browser, id: string) => readPage(`/desk/orders/${id}`, browser);

test("smoke", async () => {
  const order = await made("register", "njeri-duka.co.ke", 1500);
  const shown = await page(wanjiku, order.id);
  console.log(shown.status, textOf(shown.document.querySelector("main")!));
  const taken = await post(wanjiku, order.id, "take");
  console.log(taken.status, taken.to);
  const again = await page(wanjiku, order.id);
  console.log(textOf(again.document.querySelector("main")!));
  const lost = await post(baraka, order.id, "take");
  console.log(lost.status);
  const list = await readPage("/desk/orders", wanjiku);
  console.log(list.status, textOf(list.document.querySelector("main")!));
});
