/** Imports at the desk on a site with a mail server, for the test files that import this. */
import "./smtp-settings.ts";
import { beforeAll, beforeEach, expect } from "vitest";
import { importTurn } from "#app/imports/run.server.ts";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

export { database } from "./database.ts";

export const PAGE = "/desk/import";
export const HEAD = "email,name,phone,domain,last day,held,price";
export let browser: Browser;
/** Is in all names and addresses of a test, because lines of the log stay. */
export let mark = "";
let marks = 0;

export function markAnew() {
  mark = `t${++marks}`;
}
beforeAll(async () => {
  browser = await staffBrowser();
});
beforeEach(async () => {
  markAnew();
  await database.query("truncate imports, import_lines, mails cascade");
});

/** Uploads a file. Returns the path of its import. */
export async function upload(text: string): Promise<string> {
  const { status, to } = await renderPage(browser, PAGE, [["text", text]]);
  expect(status).toBe(303);
  return to ?? "";
}
export const press = (path: string, form: string, lines: readonly number[] = []) =>
  renderPage(browser, path, [["form", form], ...lines.map((line): [string, string] => ["line", String(line)])]);
export const run = (rate = 600) => importTurn(new AbortController().signal, rate);
export const textOf = async (path: string) =>
  (await readPage(path, browser)).texts("main").join(" ").replace(/\s+/g, " ");
/** The accounts of this test. */
export const accounts = () =>
  database.query(
    `select id, email, encrypted_password as password, email_confirmed_at as confirmed, raw_user_meta_data as about
     from auth.users where email like '%-' || $1 || '@example.co.ke' order by email`,
    [mark],
  );

export const lineOf = (n: number, customer = n) =>
  `c${customer}-${mark}@example.co.ke,Customer ${customer},0712 345 678,name-${n}-${mark}.co.ke,31/12/2027,us,`;
export const fileOf = (count: number, perCustomer = 1) =>
  [HEAD, ...Array.from({ length: count }, (_, n) => lineOf(n, Math.floor(n / perCustomer)))].join("\r\n");
/** The counts on the page of an import, by their labels. */
export async function countsOf(path: string) {
  const { document } = await readPage(path, browser);
  const terms = [...document.querySelectorAll("dl.facts dt")];
  return Object.fromEntries(
    terms.map((term) => [term.textContent, Number(term.nextElementSibling?.textContent?.replace(",", ""))]),
  );
}
export const names = () =>
  database.query(
    "select name, user_id, held, renew_ksh, expiry_date from domains where name like '%-' || $1 || '.co.ke' order by name",
    [mark],
  );
export const logOf = (did: string) =>
  database.query(
    "select about_id from desk_log where did = $1 and (about_id like '%' || $2 || '%' or customer in (select id from auth.users where email like '%-' || $2 || '@example.co.ke'))",
    [did, mark],
  );
export const everything = async () =>
  JSON.stringify([await accounts(), await names(), await database.query("select * from mails")]);
/** Makes the claims of processes that were killed expire. */
export const aClaimLater = () =>
  database.query("update import_lines set claimed_until = now() where claimed_until is not null");
export async function runToTheEnd() {
  for (let turn = 0; turn < 50; turn += 1) {
    await run();
    const [open] = await database.query("select count(*)::int as n from imports where state = 'running'");
    if (open?.n === 0) return;
    await aClaimLater();
  }
}
