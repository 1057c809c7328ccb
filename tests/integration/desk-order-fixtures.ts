/** Two members of staff and a customer at an order, for the test file that imports this. */
import { beforeAll, beforeEach, expect } from "vitest";
import type { Order } from "#app/orders/order.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { database, FIRST, named } from "./order-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

export let wanjiku: Browser;
export let baraka: Browser;
export let njeri: Browser;
beforeAll(async () => {
  wanjiku = await staffBrowser(STAFF);
  baraka = await staffBrowser(SECOND_STAFF);
});
beforeEach(async () => {
  await database.query("delete from mails");
  njeri ??= await signedIn(FIRST.email);
});

export const NAME = "njeri-duka.co.ke";
export const at = (days: number) => dateOf(dayNumber(new Date()) + days).iso;
export const postOnce = (
  browser: Browser,
  { id }: Pick<Order, "id">,
  form: string,
  fields: Record<string, string> = {},
) => renderPage(browser, `/desk/orders/${id}`, [["form", form], ...Object.entries(fields)]);
/** Posts a form. If the page asks for confirmation, posts it once more. */
export async function post(
  browser: Browser,
  order: Pick<Order, "id">,
  form: string,
  fields: Record<string, string> = {},
) {
  const asked = await postOnce(browser, order, form, fields);
  const sure = /name="sure" value="([\w-]+)"/.exec(asked.html)?.[1];
  return sure === undefined ? asked : postOnce(browser, order, form, { ...fields, sure });
}
/** Posts a form that must succeed. */
export async function act(...form: Parameters<typeof post>) {
  expect((await post(...form)).status).toBe(303);
}
export const textAt = async (path: string, browser = wanjiku) => {
  const { document } = await readPage(path, browser);
  return textOf(document.querySelector("main") ?? document.body);
};
export const page = ({ id }: Order, browser = wanjiku) => textAt(`/desk/orders/${id}`, browser);
export const reads = async () => textAt("/dashboard/orders", njeri);
export const row = async ({ id }: Order) => (await database.query("select * from orders where id = $1", [id]))[0];
export const mails = () => database.query("select recipient, subject, body_text, key from mails order by created_at");
export const trail = async ({ id }: Order) =>
  await database.query("select did, staff_email, customer, detail from desk_log where about_id = $1 order by id", [id]);
export const leave = ({ id }: Order, minutes: number) =>
  database
    .query(`update orders set status = 'processing' where id = $1`, [id])
    .then(() =>
      database.query("update orders set updated_at = now() - $2 * interval '1 minute' where id = $1", [id, minutes]),
    );
export const expiryOf = async (name: string) => new Date((await named(name))?.expiry_date ?? "").toISOString();
