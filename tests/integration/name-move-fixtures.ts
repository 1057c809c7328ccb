/** Names that the first demo customer gives to the second, for the test files that import this. */
import { afterEach, beforeEach } from "vitest";
import { runDueMoves } from "#app/moves/give.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import type { Browser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { add, database, FIRST, row, SECOND } from "./desk-name-fixtures.ts";
import { njeri } from "./desk-order-fixtures.ts";
import { renderPage } from "./render-page.ts";

export const PASSWORD = "sandbox-password";
export const UNKNOWN = "nobody@example.co.ke";
const HOUR_MS = 3_600_000;
export let NAME = "";
export let PATH = "";
export let amina: Browser;
let tests = 0;

beforeEach(async () => {
  amina ??= await signedIn(SECOND.email);
  NAME = `zawadi-${++tests}.co.ke`;
  PATH = `/dashboard/domains/${NAME}/control`;
  await add(NAME, FIRST.id, { days: 100 });
});
afterEach(async () => {
  for (const table of ["name_moves", "name_requests", "account_changes", "dns_jobs", "orders", "bills"]) {
    await database.query(`delete from ${table}`);
  }
});

export const send = (form: string, fields: Record<string, string> = {}, browser = njeri) =>
  renderPage(browser, PATH, [["form", form], ...Object.entries(fields)]);
export const give = (receiver: string = SECOND.email, password = PASSWORD) => send("move", { receiver, password });
export const moves = () => database.query("select * from name_moves order by created_at");
export const move = async () => (await moves())[0] ?? {};
export const ownerOf = async () => (await row(NAME))?.user_id;
export const mails = (subject = "") =>
  database.query(
    `select recipient, subject, body_text from mails where tags::text like '%"move"%' and subject ~ $1 order by recipient, subject`,
    [subject],
  );
export const DONE = "is yours|new owner";
export const ENDED = "stays where it is";
export async function pathIn(recipient: string, part: "move" | "stop"): Promise<string> {
  const all = (await mails()).filter((mail) => mail.recipient === recipient);
  const found = all.map(({ body_text }) => new RegExp(`/${part}/[\\w-]+`).exec(String(body_text))?.[0]);
  return found.find((path) => path !== undefined) ?? "";
}
export const receiverPath = (to: string = SECOND.email) => pathIn(to, "move");
export const answer = async (form: "accept" | "refuse", browser = amina) =>
  renderPage(browser, await receiverPath(), [["form", form]]);
export const later = (hours: number) => runDueMoves(new Date(nowMs() + hours * HOUR_MS));
export const waiting = async () => {
  const { not_before } = await move();
  return Math.round((new Date(String(not_before)).getTime() - nowMs()) / HOUR_MS);
};
/** Begins a move to which both sides agreed and whose time has come. */
export async function agreed() {
  await give();
  await answer("accept");
  await database.query("update name_moves set not_before = now() - interval '1 minute'");
}
