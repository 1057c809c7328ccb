// Imported first, so that modules which read the settings get these.
import "./smtp-settings.ts";
import { http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { unsubscribe } from "#app/newsletter/unsubscribe.server.ts";
import { env } from "#app/platform/env.server.ts";
import * as close from "#app/routes/account/close.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { server } from "#mocks/node.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { pageResult, place } from "./demo-customers.ts";
import { database, FIRST, first } from "./two-customers.ts";

beforeEach(async () => {
  forgetAccount();
  await database.query("truncate orders, closing_requests, messages, mails, newsletter_pending, submissions cascade");
});

const MAILS = "select key, recipient, reply_to, subject, body_text, attempts, next_try_at <= now() as due from mails";
const mails = () => database.query(`${MAILS} where kind = 'contact'`);
const receipts = () => database.query(`${MAILS} where kind = 'order'`);
const messages = () => database.query("select key, subject, message, handed_on_at from messages");

/** Makes the transaction fail where the mail is written, as a kill -9 would. */
async function withoutMails(work: () => Promise<unknown>) {
  await database.query("create function gone() returns trigger language plpgsql as $$ begin raise 'gone'; end $$");
  await database.query("create trigger gone before insert on mails for each row execute function gone()");
  await work().finally(() => database.query("drop function gone cascade"));
}

describe("an order that a person processes", () => {
  const order = () => place(first, "register", "duka.com");

  test("is stored in one transaction with its message and its mail, however often it is sent", async () => {
    for (const { status } of await Promise.all([order(), order()])) expect(status).toBe(303);
    const [row] = await database.query("select id from orders");
    const subject = "Order: Registration of duka.com";
    expect(await messages()).toMatchObject([{ key: `order-${row?.id}`, subject, handed_on_at: expect.anything() }]);
    const sent = { key: `contact-order-${row?.id}`, recipient: "info@mtandao.co.ke", reply_to: FIRST.email, subject };
    const body_text = expect.stringContaining(`(${row?.id}). Nothing has been asked of a provider yet.`);
    expect(await mails()).toMatchObject([{ ...sent, due: true, body_text }]);
  });

  test("is stored with one receipt for the customer, however often it is sent", async () => {
    for (const { status } of await Promise.all([order(), order()])) expect(status).toBe(303);
    expect((await order()).status).toBe(303);
    const [row] = await database.query("select id from orders");
    const number = String(row?.id).slice(0, 8).toUpperCase().replace(/^.{4}/, "W$&-");
    const subject = "We have your order: Registration of duka.com";
    expect(await receipts()).toMatchObject([{ recipient: FIRST.email, subject, due: true }]);
    const text = (await receipts())[0]?.body_text;
    for (const words of ["duka.com", "Registration, 1 year", number, "KSh 1,942", "M-PESA", "+254 700 000 000"])
      expect(text).toContain(words);
    expect((await mails())[0]?.body_text).toContain(`Order ${number}`);
  });

  test("of a transfer has no transfer code in its receipt", async () => {
    expect((await place(first, "transfer", "duka.org", { authCode: "aB3!x" })).status).toBe(303);
    const stored = await database.query("select * from mails where kind = 'order'");
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain("aB3!x");
  });

  test("has the customer's name in one line, even with line breaks in it", async () => {
    const data = "raw_user_meta_data || jsonb_build_object('full_name', $1::text)";
    const rename = (name: string) =>
      database.query(`update auth.users set raw_user_meta_data = ${data} where id = $2`, [name, FIRST.id]);
    await rename("Njeri\r\nPaid: yes\u2028Carry it out");
    expect((await order()).status).toBe(303);
    expect((await mails())[0]?.body_text).toContain(`From: Njeri Paid: yes Carry it out <${FIRST.email}>\n`);
    await rename(FIRST.name);
  });

  test("is not stored without its mail, and the customer is told that it failed", async () => {
    await withoutMails(async () => expect((await order()).status).toBe(503));
    expect([await database.query("select 1 from orders"), await messages()]).toEqual([[], []]);
    expect((await order()).status).toBe(303);
    expect([await mails(), await receipts()]).toMatchObject([[{}], [{}]]);
  });
});

describe("a direct order", () => {
  const duringOrder = (name: string, work: () => Promise<void>) => {
    server.use(http.post("*/proxy/godaddy/v1/domains", work));
    return place(first, "register", name);
  };

  test("has a mail for the case that the process dies, which is replaced by the outcome; its receipt does not wait", async () => {
    let waiting: Record<string, unknown>[] = [];
    let receipt: Record<string, unknown>[] = [];
    const response = await duringOrder("direct-duka.com", async () => {
      [waiting, receipt] = await Promise.all([mails(), receipts()]);
    });
    expect(response.status).toBe(303);
    expect(receipt).toMatchObject([{ recipient: FIRST.email, due: true }]);
    expect(waiting).toMatchObject([{ subject: "Order (look at it): Registration of direct-duka.com", due: false }]);
    expect(waiting[0]?.body_text).toContain("the site broke off in the middle");
    const subject = "Order (done): Registration of direct-duka.com";
    expect(await mails()).toMatchObject([{ key: waiting[0]?.key, subject, due: true }]);
    expect(await messages()).toMatchObject([{ subject, message: expect.stringContaining("has carried it out") }]);
  });

  test("notifies once when the waiting mail was sent first", async () => {
    const sent: string[] = [];
    const send: Parameters<typeof sendDueMails>[0] = async ({ subject }) =>
      ({ ok: sent.push(subject) > 0 }) as { ok: true };
    const response = await duringOrder("direct-late.com", async () => {
      await database.query("update mails set next_try_at = now()");
      await sendDueMails(send, new AbortController().signal);
    });
    expect(response.status).toBe(303);
    const subject = "Order (look at it): Registration of direct-late.com";
    expect(sent.filter((one) => one.startsWith("Order"))).toEqual([subject]);
    expect(await mails()).toMatchObject([{ subject, attempts: 1, body_text: "" }]);
    expect(await messages()).toMatchObject([{ subject }]);
  });
});

test("requesting and cancelling an account's deletion are each one transaction with its mail", async () => {
  const fields = { reason: "", password: "sandbox-password" };
  const ask = () => pageResult(close.action(first.requestArgs("/profile/close", fields)));
  const cancel = () => pageResult(profile.action(first.requestArgs("/profile", { form: "keep-account" })));
  const states = () => database.query("select state, notified_at is not null as told from closing_requests");
  await withoutMails(async () => expect((await ask()).status).toBe(503));
  expect([await states(), await messages()]).toEqual([[], []]);
  for (const { status } of [await ask(), await ask()]) expect(status).toBe(303);
  expect(await states()).toEqual([{ state: "open", told: true }]);
  const asked = { subject: expect.stringContaining("Close an account, by") };
  expect([await messages(), await mails()]).toMatchObject([[asked], [asked]]);

  await withoutMails(async () => expect((await cancel()).status).toBe(503));
  expect(await states()).toMatchObject([{ state: "open" }]);
  for (const { status } of await Promise.all([cancel(), cancel()])) expect(status).toBe(303);
  expect(await states()).toMatchObject([{ state: "withdrawn" }]);
  expect(await mails()).toMatchObject([asked, { subject: "Account stays" }]);
});

test("unsubscribing from a worker's list is one transaction with the mail that asks for it", async () => {
  Object.assign(env, { newsletter: { url: "http://worker.invalid" } });
  const email = "reader@example.co.ke";
  const subscribers = () => database.query("select status, first_name from newsletter_pending");
  await database.query(
    `insert into newsletter_pending (email, status, first_name) values ('${email}', 'sent', 'Njeri')`,
  );
  await withoutMails(async () => expect(await unsubscribe(email)).toMatchObject({ ok: false, status: 503 }));
  expect(await subscribers()).toEqual([{ status: "sent", first_name: "Njeri" }]);
  for (const left of await Promise.all([unsubscribe(email), unsubscribe(email)])) expect(left.ok).toBe(true);
  expect(await subscribers()).toEqual([{ status: "left", first_name: null }]);
  expect(await mails()).toMatchObject([{ subject: "Newsletter: take this address off the list", reply_to: email }]);
  // An unknown address is stored too, so that the agency is notified once.
  for (let press = 0; press < 2; press++) expect((await unsubscribe("new@example.co.ke")).ok).toBe(true);
  expect(await mails()).toHaveLength(2);
});
