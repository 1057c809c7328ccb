/** Issues of the newsletter as staff write and send them, on a site with a mail server. */
import "./smtp-settings.ts";
import { beforeAll, beforeEach, expect } from "vitest";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { listIssues } from "#app/newsletter/issues.table.server.ts";
import type { Browser } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

export const SUBSCRIBERS = process.env.LONG === "1" ? 1000 : 40;
export const never = new AbortController().signal;
export let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser();
});
beforeEach(() =>
  database.query("truncate newsletter_issues, newsletter_deliveries, newsletter_pending, mails cascade"),
);

export const NEW = "/desk/newsletter/new";
const WORDS = {
  title: "Habari za Novemba",
  content: "Bei ni **mpya**.\n\n- [Bei](/domains/pricing)",
  slug: "",
  expectedVersion: "",
};
type Fields = Partial<typeof WORDS & { ready: string }>;

export function press(form: string, path: string, fields: Fields = {}, browser = staff) {
  return renderPage(browser, path, Object.entries({ ...WORDS, ...fields, form }));
}

export async function versionOf(path: string): Promise<string> {
  const { document } = await readPage(path, staff);
  return document.querySelector("input[name=expectedVersion]")?.getAttribute("value") ?? "";
}

/** Writes a draft. Returns its path. */
export async function draft(): Promise<string> {
  const { to } = await press("save", NEW, { slug: crypto.randomUUID() });
  expect(to).toMatch(/^\/desk\/newsletter\/[0-9a-f-]{36}$/);
  return to ?? "";
}

export async function sendToAll(path: string) {
  const { status } = await press("send", path, { expectedVersion: await versionOf(path), ready: "yes" });
  expect(status).toBe(303);
}

/** Adds subscribers, half of them confirmed and half on the list, and two who are neither. */
export async function subscribe(count: number) {
  await database.query(
    `insert into newsletter_pending (email, first_name, status, confirmed_at, created_at)
     select 'r' || n || '@example.co.ke', 'Njeri', case n % 2 when 0 then 'confirmed' else 'sent' end, now() - interval '1 day',
       now() - interval '1 day' from generate_series(1, $1) n`,
    [count],
  );
  await database.query(
    `insert into newsletter_pending (email, status) values ('new@example.co.ke', 'unconfirmed'), ('gone@example.co.ke', 'left')`,
  );
}

/** Sends what is due. Returns the recipients. */
export async function deliver(): Promise<string[]> {
  const recipients: string[] = [];
  await sendDueMails(async (mail) => {
    recipients.push(mail.to);
    return { ok: true };
  }, never);
  return recipients;
}

export const minuteLater = () =>
  database.query("update newsletter_deliveries set queued_at = queued_at - interval '61 seconds'");
export const progress = async () => {
  const issues = await listIssues();
  if (!issues.ok) throw new Error(issues.message);
  return issues.value[0];
};
