import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import * as logout from "#app/routes/account/logout.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { sendAccountNotifications, sendDnsNotifications } from "#app/server/notification-run.server.ts";
import { server } from "#mocks/node.ts";
import type { Browser } from "./browser.ts";
import { database, newCustomer, PASSWORD, pageResult, signIn } from "./customers.ts";
import { makeCustomer, makeDomain } from "./notification-fixtures.ts";

const mails = () =>
  database.query("select recipient, subject, body_text from mails where kind = 'change' order by created_at, key");
const sent = async () => (await mails()).map(({ recipient, subject }) => [recipient, subject]);
const failDatabase = (name: string) =>
  server.use(http.post(`*/rest/v1/rpc/${name}`, () => HttpResponse.json({ message: "down" }, { status: 500 })));

afterEach(() => database.query("truncate mails, account_changes, dns_changes cascade"));

describe("notifications of an account", () => {
  const PASSWORD_CHANGED = "Your password was changed";
  const recorded = () => database.query("select kind, email, new_email from account_changes order by created_at");
  const changePassword = (browser: Browser, currentPassword = PASSWORD) => {
    const change = { form: "password", currentPassword, newPassword: "second password" };
    return pageResult(profile.action(browser.requestArgs("/profile", change)));
  };

  test("are sent once for a new password by any number of processes, not for the first one or a failed attempt", async () => {
    const { browser, email } = await newCustomer();
    await changePassword(browser, "wrong");
    await sendAccountNotifications();
    expect([await sent(), await recorded()]).toEqual([[], []]);
    expect(await changePassword(browser)).toMatchObject({ status: 303 });
    expect(await recorded()).toEqual([{ kind: "password", email, new_email: null }]);
    await Promise.all([sendAccountNotifications(), sendAccountNotifications(), sendAccountNotifications()]);
    await sendAccountNotifications();
    expect(await sent()).toEqual([[email, PASSWORD_CHANGED]]);
  });

  test("are sent at once for the first change, and in one mail for the others of the next ten minutes", async () => {
    const { browser, email } = await newCustomer();
    const other = await newCustomer();
    await changePassword(browser);
    await sendAccountNotifications();
    for (let i = 0; i < 60; i++) {
      await database.query("update auth.users set encrypted_password = $1 where email = $2", [`hash ${i}`, email]);
      if (i % 20 === 0) await sendAccountNotifications();
    }
    await changePassword(other.browser);
    await sendAccountNotifications();
    expect(await sent()).toEqual([email, other.email].map((to) => [to, PASSWORD_CHANGED]));

    await database.query("update account_changes set notified_at = notified_at - interval '10 minutes'");
    for (let i = 0; i < 2; i++) await sendAccountNotifications();
    const all = await mails();
    expect(all.map(({ recipient }) => recipient)).toEqual([email, other.email, email]);
    expect(all.at(-1)?.body_text).toContain("was changed 60 times, the last time on ");
    expect(await database.query("select id from account_changes where notified_at is null")).toEqual([]);
  });

  test("greet the customer by the first name, and by none while it cannot be read", async () => {
    for (const isDown of [false, true]) {
      if (isDown) failDatabase("full_names");
      const { browser, email } = await newCustomer();
      const named = `raw_user_meta_data || '{"full_name": "Mrs Wanjiru Njeri"}'`;
      await database.query(`update auth.users set raw_user_meta_data = ${named} where email = $1`, [email]);
      await changePassword(browser);
      await sendAccountNotifications();
    }
    server.resetHandlers();
    const greetings = (await mails()).map(({ body_text }) => String(body_text).split("\n")[0]);
    expect(greetings).toEqual(["Hello Wanjiru,", "Hello,"]);
  });

  test("are sent later when the mail could not be stored", async () => {
    const { browser, email } = await newCustomer();
    await changePassword(browser);
    failDatabase("notify_account_change");
    await sendAccountNotifications();
    expect(await sent()).toEqual([]);
    server.resetHandlers();
    await sendAccountNotifications();
    expect(await sent()).toEqual([[email, PASSWORD_CHANGED]]);
  });

  test("log once that the database is down and once that it is back", async () => {
    const logged = (["error", "info"] as const).map((level) => vi.spyOn(log, level));
    for (const name of ["account_changes_to_notify", "dns_changes_to_notify"]) failDatabase(name);
    for (let run = 0; run < 6; run++) {
      if (run === 3) server.resetHandlers();
      await sendAccountNotifications();
      await sendDnsNotifications(new Date());
    }
    expect(logged.map(({ mock }) => mock.calls.map((call) => call.at(-1)))).toEqual([
      ["account changes not read", "dns changes not read"],
      ["account changes not read: over", "dns changes not read: over"],
    ]);
    vi.restoreAllMocks();
  });

  test("are sent to the old and the new address when it changes", async () => {
    const { email } = await newCustomer();
    await database.query("update auth.users set email = $1 where email = $2", [`new-${email}`, email]);
    for (let i = 0; i < 2; i++) await sendAccountNotifications();
    expect(await sent()).toEqual([
      [`new-${email}`, "You now sign in with this address"],
      [email, "Your sign-in e-mail was changed"],
    ]);
  });

  test("are not recorded for an unconfirmed or closed account, or when only the case of an address changes", async () => {
    const id = await makeCustomer(database, "nobody@example.co.ke", null);
    const { email } = await newCustomer();
    await database.query("update auth.users set encrypted_password = 'x', email = 'n@x.ke' where id = $1", [id]);
    for (const address of [email.toUpperCase(), "closed-1@invalid"]) {
      const update = "update auth.users set email = $1, raw_user_meta_data = '{}' where lower(email) = $2";
      await database.query(update, [address, email]);
    }
    expect(await recorded()).toEqual([]);
  });

  test("do not block a change that cannot be recorded", async () => {
    const { email } = await newCustomer();
    await database.query("alter table account_changes rename to account_changes_gone");
    await database.query("update auth.users set encrypted_password = 'another' where email = $1", [email]);
    await database.query("alter table account_changes_gone rename to account_changes");
    const [user] = await database.query("select encrypted_password from auth.users where email = $1", [email]);
    expect([user?.encrypted_password, await recorded()]).toEqual(["another", []]);
  });

  test("are sent when a customer signs out everywhere, but not on one device or when it failed", async () => {
    const { browser, email } = await newCustomer();
    const signOut = (fields = {}) => logout.action(browser.requestArgs("/logout", fields));
    await signOut();
    await signIn(browser, email);
    server.use(http.post("*/auth/v1/logout", () => new HttpResponse(null, { status: 500 })));
    await signOut({ everywhere: "1" });
    server.resetHandlers();
    expect(await recorded()).toEqual([]);
    await signIn(browser, email);
    await signOut({ everywhere: "1" });
    await sendAccountNotifications();
    expect(await sent()).toEqual([[email, "You were signed out everywhere"]]);
  });
});

describe("notifications of records", () => {
  const NOW = new Date("2026-11-22T12:00:00Z");
  const record = (content: string) =>
    JSON.stringify({ id: "r1", type: "A", name: "www.duka.co.ke", content, ttl: 300, proxied: false });
  const timeAfter = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  let ids: unknown[];
  let email: string;
  let name: string;

  beforeEach(async () => {
    email = `zone-${crypto.randomUUID()}@example.co.ke`;
    name = `duka-${crypto.randomUUID()}.co.ke`;
    const customer = await makeCustomer(database, email);
    const domain = await makeDomain(database, customer, name, 200);
    const [job] = await database.query(
      `insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state) values ($1, $2, 'z', 'add', 'Add', 'running') returning id`,
      [customer, domain],
    );
    ids = [job?.id, customer, domain];
  });

  /** Stores a change of a record that was sent so many minutes ago. */
  const change = (minutesAgo: number, state = "done", to: string | null = record("192.0.2.2")) =>
    database.query(
      `insert into dns_changes (job_id, user_id, domain_id, zone_id, state, sent_at, before, after) values ($1, $2, $3, 'z', $4, $5, $6, $7)`,
      [...ids, state, timeAfter(-minutesAgo).toISOString(), record("192.0.2.1"), to],
    );
  const send = (minutes = 0) => sendDnsNotifications(timeAfter(minutes));

  test("collect changes for ten minutes and are sent in one mail, once", async () => {
    await change(9);
    await change(1, "done", null);
    await send();
    expect(await sent()).toEqual([]);
    await Promise.all([send(1), send(1), send(1)]);
    await send(60);
    expect(await sent()).toEqual([[email, `DNS of ${name}: 2 changes`]]);
    const [mail] = await mails();
    expect(mail?.body_text).toContain("Before: A www.duka.co.ke");
    expect(mail?.body_text).toContain(`/dashboard/domains/${name}/dns/history`);
    await change(-61);
    await send(80);
    expect(await sent()).toHaveLength(2);
  });

  test("leave out changes that failed or are under way, and mark unconfirmed ones", async () => {
    for (const state of ["waiting", "failed", "dropped"]) await change(30, state);
    await change(5, "sent");
    await send();
    expect(await sent()).toEqual([]);
    await send(5);
    expect((await mails())[0]?.body_text).toContain("We could not find out whether it was made.");
    await change(30, "unconfirmed");
    await send(6);
    expect(await sent()).toHaveLength(2);
  });

  test("list twenty of hundreds of changes, and their number", async () => {
    for (let count = 0; count < 25; count += 1) await change(20);
    await send();
    const [mail] = await mails();
    expect(mail?.subject).toBe(`DNS of ${name}: 25 changes`);
    expect(mail?.body_text).toContain("5 more are in the history.");
    expect(await database.query("select id from dns_changes where notified_at is null")).toEqual([]);
  });

  test("are sent once when the database's reply was lost", async () => {
    await change(20);
    server.use(
      http.post("*/rest/v1/rpc/notify_dns_changes", async ({ request }) => {
        await database.answer(request);
        return HttpResponse.error();
      }),
    );
    await send();
    server.resetHandlers();
    await send();
    expect(await sent()).toHaveLength(1);
  });
});
