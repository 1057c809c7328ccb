/** Names at the desk, for the test files that import this. */
import { expect } from "vitest";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import type { Browser } from "./browser.ts";
import { wanjiku } from "./desk-order-fixtures.ts";
import { database } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

export { database, FIRST, made, SECOND } from "./order-fixtures.ts";

type More = { days: number; status?: string };
export const add = (name: string, owner: string, { days, status = "active" }: More) =>
  database.query(
    "insert into domains (user_id, name, status, expiry_date) values ($1, $2, $3, now() + $4 * interval '1 day')",
    [owner, name, status, days],
  );
/** The row of a name that has not left. */
export const row = async (name: string) =>
  (await database.query("select * from domains where name = $1 and status <> 'left'", [name]))[0];
export const expiryDay = (one: Record<string, unknown> | undefined) =>
  nairobiDay(new Date(String(one?.expiry_date))).iso;
export const logged = async (name: string) =>
  (
    await database.query("select did, detail from desk_log where about_kind = 'domain' and about_id = $1 order by id", [
      name,
    ])
  ).map(({ did, detail }) => [did, detail]);
export const postName = (who: Browser, name: string, form: string, fields: Record<string, string>) =>
  renderPage(who, `/desk/names/${name}`, [["form", form], ...Object.entries(fields)]);
/** The value that the form of a part was made with. */
export async function shownAt(name: string, form: string): Promise<string> {
  const { document } = await readPage(`/desk/names/${name}`, wanjiku);
  const itsForm = document.querySelector(`[name=form][value="${form}"]`)?.closest("form");
  return itsForm?.querySelector<HTMLInputElement>("[name=expected]")?.value ?? "";
}
/** Changes a part as the page shows it. */
export async function change(name: string, form: string, value: string) {
  const expected = await shownAt(name, form);
  expect((await postName(wanjiku, name, form, { value, reason: "A test", expected })).status).toBe(303);
}
