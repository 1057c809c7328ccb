import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import * as logout from "#app/routes/account/logout.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import {
  sendAccountNotifications,
  sendDnsNotifications,
} from "#app/use-cases/notifications/notification-run.server.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { database, newCustomer, PASSWORD, pageResult, signIn } from "./customers.ts";
import { makeCustomer, makeDomain } from "./notification-fixtures.ts";

const mails = () =>
  database.query("select recipient, subject, body_text from mails where kind = 'change' order by created_at, key");
const told = async () => (await mails()).map(({ recipient, subject }) => [recipient, subject]);
const noted = async () =>
  (await database.query("select kind, email, new_email from account_changes order by created_at")).map((row) => row);

afterEach(() => database.query("delete from mails"));

describe("notifications of an account", () => {
  afterEach(() => database.query("delete from account_changes"));
  const CHANGE = { form: "password", currentPassword: PASSWORD, newPassword: "second password" };

  test("notify of a new password once, by any number of processes, and not of a first password or a failed attempt", async () => {
    const { browser, email } = await newCustomer();
    await sendAccountNotifications();
    expect(await told()).toEqual([]);
    await profile.action(browser.visit("/profile", { ...CHANGE, currentPassword: "wrong" }));
    expect(await noted()).toEqual([]);
    expect(await pageResult(profile.action(browser.visit("/profile", CHANGE)))).toMatchObject({ status: 303 });
    expect(await noted()).toEqual([{ kind: "password", email, new_email: null }]);
    await Promise.all([sendAccountNotifications(), sendAccountNotifications(), sendAccountNotifications()]);
    await sendAccountNotifications();
    expect(await told()).toEqual([[email, "Your password was changed"]]);
  });

  test("notify of repeated password changes at once and of the rest in one mail ten minutes later", async () => {
    const { browser, email } = await newCustomer();
    const other = await newCustomer();
    await profile.action(browser.visit("/profile", CHANGE));
    await sendAccountNotifications();
    for (let i = 0; i < 60; i++) {
      await database.query("update auth.users set encrypted_password = $1 where email = $2", [`hash ${i}`, email]);
      if (i % 20 === 0) await sendAccountNotifications();
    }
    await profile.action(other.browser.visit("/profile", CHANGE));
    await sendAccountNotifications();
    const subject = "Your password was changed";
    expect(await told()).toEqual([email, other.email].map((to) => [to, subject]));

    await database.query("update account_changes set told_at = told_at - interval '10 minutes'");
    await sendAccountNotifications();
    await sendAccountNotifications();
    const sent = await mails();
    expect(sent.map(({ recipient }) => recipient)).toEqual([email, other.email, email]);
    expect(sent.at(-1)?.body_text).toContain("was changed 60 times, the last time on ");
    expect(await database.query("select id from account_changes where told_at is null")).toEqual([]);
  });

  test("are sent later when the mail could not be written", async () => {
    const { browser, email } = await newCustomer();
    await profile.action(browser.visit("/profile", CHANGE));
    server.use(
      http.post("*/rest/v1/rpc/tell_account_change", () => HttpResponse.json({ message: "down" }, { status: 500 })),
    );
    await sendAccountNotifications();
    expect(await told()).toEqual([]);
    server.resetHandlers();
    await sendAccountNotifications();
    expect(await told()).toEqual([[email, "Your password was changed"]]);
  });

  test("log once that the database is down and once that it is back", async () => {
    const said = (["error", "info"] as const).map((level) => vi.spyOn(log, level));
    const down = () => HttpResponse.json({ message: "down" }, { status: 500 });
    for (const name of ["account_changes_to_tell", "dns_changes_to_tell"])
      server.use(http.post(`*/rest/v1/rpc/${name}`, down));
    const look = () => sendAccountNotifications().then(() => sendDnsNotifications(new Date()));
    for (let looks = 0; looks < 3; looks++) await look();
    server.resetHandlers();
    for (let looks = 0; looks < 3; looks++) await look();
    expect(said.map(({ mock }) => mock.calls.map((call) => call.at(-1)))).toEqual([
      ["account changes not read", "dns changes not read"],
      ["account changes not read: over", "dns changes not read: over"],
    ]);
    vi.restoreAllMocks();
  });

  test("notify both the old and the new address of a changed address", async () => {
    const { email } = await newCustomer();
    await database.query("update auth.users set email = $1 where email = $2", [`new-${email}`, email]);
    await sendAccountNotifications();
    await sendAccountNotifications();
    expect(await told()).toEqual([
      [`new-${email}`, "You now sign in with this address"],
      [email, "Your sign-in e-mail was changed"],
    ]);
  });

  test("record nothing for an unconfirmed or closed account, or when only the case of an address changes", async () => {
    const id = await makeCustomer(database, "nobody@example.co.ke", null);
    await database.query("update auth.users set encrypted_password = 'x', email = 'n@example.co.ke' where id = $1", [
      id,
    ]);
    const { email } = await newCustomer();
    for (const own of [email.toUpperCase(), "closed-1@invalid"]) {
      await database.query("update auth.users set email = $1, raw_user_meta_data = '{}' where lower(email) = $2", [
        own,
        email,
      ]);
    }
    expect(await noted()).toEqual([]);
  });

  test("do not block a change that cannot be recorded", async () => {
    const { email } = await newCustomer();
    await database.query("alter table account_changes rename to account_changes_gone");
    await database.query("update auth.users set encrypted_password = 'another' where email = $1", [email]);
    await database.query("alter table account_changes_gone rename to account_changes");
    const [user] = await database.query("select encrypted_password from auth.users where email = $1", [email]);
    expect([user?.encrypted_password, await noted()]).toEqual(["another", []]);
  });

  test("notify of signing out everywhere, but not on one device or when it failed", async () => {
    const { browser, email } = await newCustomer();
    await logout.action(browser.visit("/logout", {}));
    await sendAccountNotifications();
    expect(await told()).toEqual([]);
    await signIn(browser, email);
    server.use(http.post("*/auth/v1/logout", () => new HttpResponse(null, { status: 500 })));
    await logout.action(browser.visit("/logout", { everywhere: "1" }));
    server.resetHandlers();
    expect(await noted()).toEqual([]);
    const other = newBrowser();
    await signIn(other, email);
    await logout.action(other.visit("/logout", { everywhere: "1" }));
    await sendAccountNotifications();
    expect(await told()).toEqual([[email, "You were signed out everywhere"]]);
  });
});

describe("notifications of records", () => {
  const NOW = new Date("2026-11-22T12:00:00Z");
  const record = (content: string) => ({
    id: "r1",
    type: "A",
    name: "www.duka.co.ke",
    content,
    ttl: 300,
    proxied: false,
  });
  let customer: string;
  let domain: string;
  let job: string;
  let email: string;
  let names = 0;

  beforeEach(async () => {
    names += 1;
    email = `zone-${names}-${crypto.randomUUID()}@example.co.ke`;
    customer = await makeCustomer(database, email);
    domain = await makeDomain(database, customer, `duka-${names}.co.ke`, 200);
    const [made] = await database.query(
      `insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state) values ($1, $2, 'z', 'add', 'Add', 'running') returning id`,
      [customer, domain],
    );
    job = String(made?.id);
  });
  afterEach(() => database.query("delete from dns_changes"));

  /** Stores a change of a record that was sent so many minutes ago. */
  const change = (minutes: number, state = "done", after: object | null = record("192.0.2.2")) =>
    database.query(
      `insert into dns_changes (job_id, user_id, domain_id, zone_id, state, sent_at, before, after) values ($1, $2, $3, 'z', $4, $5, $6, $7)`,
      [
        job,
        customer,
        domain,
        state,
        new Date(NOW.getTime() - minutes * 60_000).toISOString(),
        JSON.stringify(record("192.0.2.1")),
        after && JSON.stringify(after),
      ],
    );
  const tell = (minutes = 0) => sendDnsNotifications(new Date(NOW.getTime() + minutes * 60_000));

  test("collect changes for ten minutes and are sent in one mail, once", async () => {
    await change(9);
    await change(1, "done", null);
    await tell();
    expect(await told()).toEqual([]);
    await Promise.all([tell(1), tell(1), tell(1)]);
    await tell(60);
    expect(await told()).toEqual([[email, `DNS of duka-${names}.co.ke: 2 changes`]]);
    const [mail] = await mails();
    expect(mail?.body_text).toContain("Before: A www.duka.co.ke");
    expect(mail?.body_text).toContain(`/dashboard/domains/duka-${names}.co.ke/dns/history`);
    await change(-61);
    await tell(80);
    expect(await told()).toHaveLength(2);
  });

  test("leave out changes that failed or are under way, and mark unconfirmed ones", async () => {
    for (const state of ["waiting", "failed", "dropped"]) await change(30, state);
    await change(5, "sent");
    await tell();
    expect(await told()).toEqual([]);
    await tell(5);
    expect((await mails())[0]?.body_text).toContain("We could not find out whether it was made.");
    await change(30, "unconfirmed");
    await tell(6);
    expect(await told()).toHaveLength(2);
  });

  test("list twenty of hundreds of changes, and their number", async () => {
    for (let count = 0; count < 25; count += 1) await change(20);
    await tell();
    const [mail] = await mails();
    expect(mail?.subject).toBe(`DNS of duka-${names}.co.ke: 25 changes`);
    expect(mail?.body_text).toContain("And 5 more, which the history has.");
    expect(await database.query("select id from dns_changes where told_at is null")).toEqual([]);
  });

  test("are sent once when the database's reply was lost", async () => {
    await change(20);
    server.use(
      http.post("*/rest/v1/rpc/tell_dns_changes", async ({ request }) => {
        await database.answer(request);
        return HttpResponse.error();
      }),
    );
    await tell();
    server.resetHandlers();
    await tell();
    expect(await told()).toHaveLength(1);
  });
});
