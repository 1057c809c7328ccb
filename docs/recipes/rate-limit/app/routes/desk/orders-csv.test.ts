import { expect, test } from "vitest";
import { type Browser, responseOf } from "../../../tests/integration/browser.ts";
import "../../../tests/integration/database.ts";
import { SECOND_STAFF, staffBrowser } from "../../../tests/integration/staff.ts";
import { loader } from "./orders-csv.ts";

const download = (browser: Browser) => responseOf(() => loader(browser.requestArgs("/desk/orders.csv")));

test("a member of staff downloads the orders 30 times an hour; another member's downloads do not count", async () => {
  const browser = await staffBrowser();
  for (let count = 0; count < 30; count++) expect((await download(browser)).status).toBe(200);
  const { status, headers } = await download(browser);
  expect([status, headers.get("Retry-After")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await download(await staffBrowser(SECOND_STAFF))).status).toBe(200);
});
