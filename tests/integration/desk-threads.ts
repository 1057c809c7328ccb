import { beforeEach } from "vitest";
import { threadHref } from "#app/contact/reply.server.ts";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import type { Browser } from "./browser.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

/** Threads at the desk, as staff and visitors use them. */
/** Two members of staff. */
export let staff: Browser;
export let second: Browser;
let count = 0;

beforeEach(async () => {
  await database.query("truncate messages, mails, submissions, saved_answers cascade");
  await createDemoCustomers(database);
  [staff, second] = [await staffBrowser(STAFF), await staffBrowser(SECOND_STAFF)];
});

type Row = Record<string, unknown>;
/** Stores a visitor's message, as the contact form does. Returns its id. */
export async function newThread(changed: Row = {}): Promise<string> {
  const row = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", ...changed };
  const [made] = await database.query(
    `insert into messages (key, name, email, subject, message, kind)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [`thread-${count++}`.padEnd(10, "x"), row.name, row.email, row.subject, row.message, changed.kind ?? "visitor"],
  );
  return String(made?.id);
}

export const pathOf = (id: string) => `/desk/messages/${id}`;
export const hiddenOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];

/**
 * Posts a form of a thread's page, with the hidden fields that the page has now or, if `older` is given, those of an older
 * page.
 */
export async function press(browser: Browser, id: string, form: string, body?: string, older?: string) {
  const html = older ?? (await renderPage(browser, pathOf(id))).html;
  const fields: [string, string][] = [["form", form]];
  for (const name of ["partCount", "holder"]) {
    const value = hiddenOf(html, name);
    if (value !== undefined) fields.push([name, value]);
  }
  if (body !== undefined) fields.push(["body", body]);
  return renderPage(browser, pathOf(id), fields);
}

export const threadPath = (id: string) => new URL(threadHref(id)).pathname;
/** Sends the form of a thread's public page, as the visitor who has its link. */
export async function reply(id: string, message: string, browser = newBrowser(), path = threadPath(id)) {
  const partCount = hiddenOf((await renderPage(browser, path)).html, "partCount") ?? "0";
  await refund("contactFromEmail", "njeri@example.co.ke");
  return renderPage(browser, path, Object.entries({ message, partCount, website_2: "" }));
}

export const stateOf = async (id: string) =>
  (await database.query("select state, taken_by from messages where id = $1", [id]))[0];
export const partsOf = (id: string) =>
  database.query("select side, body from message_parts where message_id = $1 order by id", [id]);
export const logOf = async (id: string) =>
  (await database.query("select did from desk_log where about_id = $1 order by id", [id])).map(({ did }) => did);
export const answerMails = () =>
  database.query("select recipient, reply_to, subject, body_text, body_html from mails where kind = 'answer'");
