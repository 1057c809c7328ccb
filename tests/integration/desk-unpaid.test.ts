import { beforeEach, expect, test } from "vitest";
import { dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { readCsv } from "../read-csv.ts";
import type { Browser } from "./browser.ts";
import { database, FIRST, made } from "./order-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

let staff: Browser;
let count = 0;
beforeEach(async () => {
  await database.query("truncate payments, bills cascade");
  staff = await staffBrowser();
});

/** Stores a bill that was opened some days of Nairobi ago, at the first (0) or the last millisecond (1) of that day. */
async function bill(daysAgo: number, ksh: number, { paid = 0, end = 0, status = "requested" } = {}) {
  const day = startOfDay(dayNumber(new Date()) - daysAgo + end);
  const reference = `M2${String(count++).padStart(6, "0")}`;
  const order = await made("register", `${reference.toLowerCase()}.co.ke`, ksh);
  const [row] = await database.query(
    `insert into bills (user_id, reference, amount_ksh, paid_ksh, paid_at, opened_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [FIRST.id, reference, ksh, paid, paid === ksh ? new Date() : null, new Date(day.getTime() - end)],
  );
  await database.query("update orders set bill_id = $1, status = $3 where id = $2", [row?.id, order.id, status]);
  return { reference, orderId: order.id };
}

const listed = async (query = "") => {
  const page = await readPage(`/desk/unpaid${query}`, staff);
  const sums = [...page.document.querySelectorAll(".desk-facts li > :last-child")].map(textOf);
  return { ...page, sums, rows: [...page.document.querySelectorAll(".pane-rows a")].map((row) => row) };
};

test("the ages are days of Nairobi: up to 7, 8 to 30, over 30, each with its number and sum", async () => {
  for (const [daysAgo, end] of [
    [0, 0],
    [7, 0],
    [8, 1],
    [30, 0],
    [31, 1],
    [90, 0],
  ] as const)
    await bill(daysAgo, 1000 + daysAgo, { end });
  const { sums, rows } = await listed();
  expect(sums).toEqual(["6 bills, KSh 6,166", "2 bills, KSh 2,007", "2 bills, KSh 2,038", "2 bills, KSh 2,121"]);
  expect(rows).toHaveLength(6);
  for (const age of ["week", "month", "older"]) expect((await listed(`?age=${age}`)).rows).toHaveLength(2);
  expect((await listed("?age=x&after=y")).rows).toHaveLength(6);
});

test("a bill shows its customer, what is missing, its reference and name, its age, and leads to its order", async () => {
  await database.query(`update auth.users set raw_user_meta_data = '{"full_name": "Njeri"}' where id = $1`, [FIRST.id]);
  const { reference, orderId } = await bill(12, 2000, { paid: 500 });
  const [row] = (await listed()).rows;
  expect(row && textOf(row)).toBe(
    `Njeri12 daysKSh 1,500 of KSh 2,000 · ${reference} · ${reference.toLowerCase()}.co.ke`,
  );
  expect(row?.getAttribute("href")).toBe(`/desk/orders/${orderId}`);
});

test("a bill that the site opened for the next year of a service says so", async () => {
  const { reference } = await bill(3, 2000);
  await database.query("update bills set opened_by = 'site' where reference = $1", [reference]);
  const [row] = (await listed()).rows;
  expect(row && textOf(row)).toContain(`${reference.toLowerCase()}.co.ke · next year, opened by the site`);
});

test("paid bills and bills whose orders have all failed are not listed", async () => {
  await bill(1, 1000, { paid: 1000 });
  await bill(1, 1000, { status: "failed" });
  const { document, sums } = await listed();
  expect(document.body.textContent).toContain("No unpaid bill here");
  expect(sums[0]).toBe("0 bills, KSh 0");
});

test("a page has 50 bills, and the links to the others neither miss nor repeat one", async () => {
  for (let n = 0; n < 60; n++) await bill(3, 100);
  const first = await listed("?age=week");
  const next = first.document.querySelector("a[rel=next]")?.getAttribute("href") ?? "";
  expect(next).toMatch(/^\/desk\/unpaid\?age=week&after=/);
  const second = await listed(next.replace("/desk/unpaid", ""));
  const hrefs = [...first.rows, ...second.rows].map((row) => row.getAttribute("href"));
  expect([first.rows.length, new Set(hrefs).size]).toEqual([50, 60]);
});

test("the file has all bills of the age", async () => {
  const { reference } = await bill(40, 1500);
  await bill(2, 900);
  const rows = readCsv((await renderPage(staff, "/desk/unpaid.csv?age=older")).html);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual([
    "bill",
    "customer",
    "opened",
    "age_days",
    "amount_ksh",
    "missing_ksh",
    "names",
    "opened_by",
  ]);
  expect(rows[1]?.slice(0, 1)).toEqual([reference]);
  expect(rows[1]?.slice(3)).toEqual(["40", "1500", "1500", `${reference.toLowerCase()}.co.ke`, "customer"]);
});
