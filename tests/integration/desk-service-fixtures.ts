/** Services at the desk, for the test files that import this. */
import { beforeEach, expect } from "vitest";
import type { Browser } from "./browser.ts";
import { at, wanjiku } from "./desk-order-fixtures.ts";
import { database, made } from "./order-fixtures.ts";
import { renderPage } from "./render-page.ts";

export const NAME = "njeri-duka.co.ke";
export const SETUP = {
  panel: "https://web1.example.co.ke:2083",
  username: "njeriduk",
  host: "web1.example.co.ke",
  ip: "192.0.2.10",
  password: "Kx9#secret-Code_42!",
};
export const REASON = { reason: "A test" };
beforeEach(async () => {
  await database.query("delete from services");
  await database.query("delete from bills");
});

export type Fields = Record<string, string>;
/** The version of a service that its forms show. */
export const versionOf = async (id: string) =>
  String(
    (await database.query("select service_version(services) as version from services where id = $1", [id]))[0]?.version,
  );
/** Posts a form as the page shows it now. These orders have no bill, so that who sets them up ticks it. */
export async function post(id: string, form: string, fields: Fields = {}, browser: Browser = wanjiku) {
  const all: Fields = { version: await versionOf(id), early: "on", ...fields };
  return renderPage(browser, `/desk/services/${id}`, [["form", form], ...Object.entries(all)]);
}
export const row = async (id: string) => (await database.query("select * from services where id = $1", [id]))[0] ?? {};
export const logged = async (id: string) =>
  (await database.query("select did from desk_log where about_id = $1 order by id", [id])).map(({ did }) => did);
export const changed = async (id: string) =>
  (await database.query("select did from service_changes where service_id = $1 order by id", [id])).map(
    ({ did }) => did,
  );
/** Brings a service into a state by its columns. */
export const put = (id: string, columns: Fields) => {
  const names = Object.keys(columns);
  const sets = names.map((name, index) => `${name} = $${index + 2}`).join(", ");
  return database.query(`update services set ${sets} where id = $1`, [id, ...Object.values(columns)]);
};
/** A hosting order and its service. */
export async function ordered(kind: "hosting" | "certificate" = "hosting") {
  const order = await made(kind, NAME, 17148);
  const [one] = await database.query("select service_id from orders where id = $1", [order.id]);
  return { order, id: String(one?.service_id) };
}
/** An active service that ends in so many days. */
export async function active(days: number, columns: Fields = {}) {
  const { order, id } = await ordered();
  expect((await post(id, "setup", SETUP)).status).toBe(303);
  await put(id, { starts_on: at(days - 364), ends_on: at(days), ...columns });
  await database.query("delete from mails");
  return { order, id };
}
