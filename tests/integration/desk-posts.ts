/** Posts as staff write them at the desk. */
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { announceChange } from "#app/platform/redis/changes.server.ts";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, staffBrowser } from "./staff.ts";

export let staff: Browser;
export let second: Browser;
beforeAll(async () => {
  staff = await staffBrowser();
  second = await staffBrowser(SECOND_STAFF);
});
// Lines of the log cannot be deleted.
export let logged = 0;
beforeEach(async () => {
  logged = Number((await database.query("select coalesce(max(id), 0) as id from desk_log"))[0]?.id);
});
afterEach(async () => {
  await database.query("delete from posts where slug like 'bei-%'");
  await announceChange("posts");
});

export const NEW = "/desk/posts/new";
export const FIELDS = {
  title: "Bei ya majina & M-Pesa",
  content: "Maneno **mazito** ya zamani.",
  category: "Business",
  excerpt: "",
  picture: "",
  alt: "",
  slug: "",
  day: "",
  time: "",
  expectedVersion: "",
};
export type Fields = Partial<typeof FIELDS & { upload: string }>;

/** Presses a button of a post's form; for "publish" the one of the page that shows the post before. */
export function press(form: string, path: string, fields: Fields, browser = staff) {
  return renderPage(browser, path, Object.entries({ ...FIELDS, sure: "yes", ...fields, form }));
}

/** Presses "Publish" of a post's form, which shows the page before it is public. */
export function askToPublish(path: string, fields: Fields) {
  return renderPage(staff, path, Object.entries({ ...FIELDS, ...fields, form: "publish" }));
}

/** Writes a draft. Returns its path. */
export async function draft(fields: Fields = {}): Promise<string> {
  const { to } = await press("save", NEW, fields);
  expect(to).toMatch(/^\/desk\/posts\/[0-9a-f-]{36}$/);
  return to ?? "";
}

/** Returns the version that the form of a page has now. */
export async function versionOf(path: string): Promise<string> {
  const { document } = await readPage(path, staff);
  return document.querySelector("input[name=expectedVersion]")?.getAttribute("value") ?? "";
}

export const rows = () => database.query("select * from posts where slug like 'bei-%' order by slug");
export const log = async () =>
  (await database.query("select did from desk_log where id > $1 order by id", [logged])).map(({ did }) => did);
