import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runDeskCommand } from "#app/accounts/desk-command.server.ts";
import * as exporting from "#app/routes/account/export.ts";
import { demoStaff } from "#mocks/demo-staff.ts";
import { type Browser, flashTextOf, newBrowser } from "./browser.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";
import { database, FIRST, first, SECOND } from "./two-customers.ts";

let browser: Browser;
let second: Browser;
const PAGE = `/desk/people/${FIRST.id}`;

beforeAll(async () => {
  await database.query(
    `insert into mails (key, message_id, kind, recipient, subject, body_text, sent_at) values
       ('mail-to-first', '<1@x.ke>', 'order', upper($1), 'Your order', '', now()),
       ('mail-waiting', '<2@x.ke>', 'order', $1, 'Still waiting', 'T', null)`,
    [FIRST.email],
  );
  await database.query(
    `insert into school_interest (name, email, phone, school, status) values
       ('Njeri', $1, '0712345678', 'Confirmed', 'sent'), ('A stranger', $1, '0712345678', 'Strange', 'unconfirmed')`,
    [FIRST.email],
  );
});
beforeEach(async () => {
  // Without triggers: the log refuses it.
  await database.query("set session_replication_role = replica");
  await database.query("delete from desk_log");
  await database.query("set session_replication_role = default");
  [browser, second] = [await staffBrowser(), await staffBrowser(SECOND_STAFF)];
});

const post = (path: string, fields: Record<string, string>, by = browser) =>
  renderPage(by, path, Object.entries(fields));
const look = (fields: Record<string, string> = {}, by = browser) =>
  post("/desk/people", { form: "look", email: FIRST.email, reason: "order", ...fields }, by);
const logged = async () =>
  (await database.query("select did, customer, detail from desk_log order by id")).map((line) => Object.values(line));

describe("looking at a person", () => {
  test("takes the exact address and a reason, logs both without the address, and shows the person", async () => {
    expect(await look({ email: FIRST.email.toUpperCase() })).toMatchObject({ status: 303, to: PAGE });
    await look();
    expect(await logged()).toEqual([["person-viewed", FIRST.id, { reason: "order" }]]);
    const { texts, headers } = await readPage(PAGE, browser);
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    const text = texts("main").join();
    for (const words of [FIRST.name, FIRST.email, "mamamboga.co.ke", "Your order", "Still waiting"])
      expect(text).toContain(words);
    expect(JSON.stringify(await database.query("select * from desk_log"))).not.toMatch(/customer@|Njeri/);
  });

  test.each([
    ["without a reason", { reason: "" }],
    ["with another reason", { reason: "curiosity" }],
    ["with a part of the address", { email: "customer" }],
    ["with a wildcard", { email: "custom%@example.co.ke" }],
    ["with an address that nobody has", { email: "nobody@example.co.ke" }],
  ])("%s leads to no page", async (_what, fields) => {
    expect((await look(fields)).status).toBe(400);
    expect(await logged()).toEqual(
      "email" in fields && fields.email.includes("@") ? [["person-not-found", null, { reason: "order" }]] : [],
    );
  });

  test("ends after half an hour, and is nobody else's", async () => {
    await look();
    const seen = async (by: Browser) => (await renderPage(by, PAGE)).html.includes(FIRST.email);
    expect([await seen(browser), await seen(second)]).toEqual([true, false]);
    await database.query("set session_replication_role = replica");
    await database.query("update desk_log set at = at - interval '31 minutes'");
    await database.query("set session_replication_role = default");
    expect(await seen(browser)).toBe(false);
    expect(await post(PAGE, { form: "look", reason: "security" })).toMatchObject({ status: 303, to: PAGE });
    expect(await seen(browser)).toBe(true);
  });

  test("is needed by every form of the page", async () => {
    await database.query("insert into closing_requests (user_id) values ($1) on conflict do nothing", [SECOND.id]);
    const page = `/desk/people/${SECOND.id}`;
    for (const [path, fields] of [
      [page, { form: "close", typed: SECOND.email }],
      [page, { form: "step-off" }],
      [`${page}/export`, {}],
    ] as const)
      expect(await post(path, fields)).toMatchObject({ status: 303, to: page });
    expect(await logged()).toEqual([]);
    expect(await database.query("select id from auth.users where id = $1", [SECOND.id])).toHaveLength(1);
    await database.query("delete from closing_requests");
  });
});

test("the exported file is the customer's own, byte for byte but the time, and is logged", async () => {
  await look();
  const response = await post(`${PAGE}/export`, {});
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="my-data-/);
  const own = await exporting.loader(first.requestArgs("/profile/export"));
  const same = (text: string) => text.replace(/"madeAt": "[^"]+",\n {2}"account"/, "");
  expect(same(response.html)).toBe(same(await own.text()));
  expect(response.html).not.toMatch(/Strange|Still waiting/);
  expect((await logged()).at(-1)).toEqual(["person-exported", FIRST.id, {}]);
  await database.query("update auth.users set email_confirmed_at = null where id = $1", [FIRST.id]);
  expect(flashTextOf((await post(`${PAGE}/export`, {})).headers)).toContain("We could not make the file");
  await database.query("update auth.users set email_confirmed_at = now() where id = $1", [FIRST.id]);
});

describe("switching off a second step", () => {
  const stepOf = (id: string) => database.query("select user_id from second_steps where user_id = $1", [id]);
  const end = (by: Browser, confirms?: "1", page = PAGE) =>
    post(page, { form: "step-off", ...(confirms && { confirms }) }, by);

  beforeEach(async () => {
    await database.query("delete from account_changes");
    await database.query(
      "insert into second_steps (user_id, secret, confirmed_at) values ($1, 's', now() - interval '2 days') on conflict do nothing",
      [FIRST.id],
    );
    await look();
    await look({}, second);
  });

  test("needs one who asks and another who confirms, and is mailed to the customer", async () => {
    for (let time = 0; time < 2; time++)
      expect(flashTextOf((await end(browser)).headers)).toContain("You have asked for it");
    expect((await readPage(PAGE, browser)).texts("main").join()).toContain("Somebody else must confirm it");
    expect((await end(browser, "1")).status).toBe(409);
    expect((await end(second)).status).toBe(409);
    expect(await stepOf(FIRST.id)).toHaveLength(1);
    for (let time = 0; time < 2; time++) expect(flashTextOf((await end(second, "1")).headers)).toContain("is off");
    expect(await stepOf(FIRST.id)).toEqual([]);
    expect(await database.query("select kind, email from account_changes")).toEqual([
      { kind: "step-off", email: FIRST.email },
    ]);
    const late = await end(browser, "1");
    expect([late.status, late.html]).toEqual([
      409,
      expect.stringMatching(/Baraka Otieno switched it off at \d\d:\d\d\./),
    ]);
    expect((await logged()).map(([did]) => did).slice(2)).toEqual(["step-off-asked", "step-off-done"]);
  });

  test.each([
    ["a day later", "update desk_log set at = at - interval '25 hours' where did = 'step-off-asked'"],
    ["for a step that is newer", "update second_steps set confirmed_at = now() + interval '1 second'"],
  ])("is not confirmed %s", async (_what, change) => {
    await end(browser);
    await database.query("set session_replication_role = replica");
    await database.query(change);
    await database.query("set session_replication_role = default");
    expect((await end(second, "1")).html).toContain("Nobody has asked for it within a day");
    expect(await stepOf(FIRST.id)).toHaveLength(1);
  });

  test("refuses staff their own", async () => {
    const own = `/desk/people/${STAFF.id}`;
    await look({ email: STAFF.email });
    await look({ email: STAFF.email }, second);
    await end(second, undefined, own);
    for (const confirms of [undefined, "1"] as const) expect((await end(browser, confirms, own)).status).toBe(409);
    expect(await stepOf(STAFF.id)).toHaveLength(1);
  });

  test("works by a command on the server for the last member of staff, which is logged", async () => {
    const said: unknown[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(text) > 0);
    vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(text) > 0);
    const codes = [];
    for (const words of [
      ["step-off", "Staff2@Example.co.ke"],
      ["step-off", SECOND_STAFF.email],
      ["step-off", "x@example.co.ke"],
      ["help"],
    ])
      codes.push(await runDeskCommand(words));
    vi.restoreAllMocks();
    expect([codes, said.join("")]).toEqual([
      [0, 1, 1, 1],
      expect.stringMatching(/is off.*no second step.*No account.*npm run desk/s),
    ]);
    expect((await logged()).at(-1)).toEqual(["step-off-done", demoStaff[1].id, {}]);
    expect((await readPage("/desk/log", browser)).texts("main li")[0]).toContain(
      "the server switched off the second step of person",
    );
  });
});

describe("closing an account", () => {
  const close = (typed: string, by = browser) => post(PAGE, { form: "close", typed }, by);

  test("needs an open request and the typed address, and takes notes and mails along", async () => {
    const ORDER = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1c01";
    await database.query("delete from orders");
    await database.query("delete from services");
    await database.query(
      "insert into orders (id, user_id, kind, domain, price_ksh, idempotency_key) values ($1, $2, 'renew', 'x.co.ke', 1500, 'closing')",
      [ORDER, FIRST.id],
    );
    for (const [kind, id] of [
      ["person", FIRST.id],
      ["order", ORDER],
      ["person", SECOND.id],
    ])
      await database.query("select add_desk_note($1, $2, $3, 'Njeri called')", [JSON.stringify(STAFF), kind, id]);
    await look();
    await look({}, second);
    expect((await close(FIRST.email)).html).toContain("has not asked to close the account");
    await database.query("insert into closing_requests (user_id, reason) values ($1, 'Too many mails')", [FIRST.id]);
    const words = async () => (await readPage(PAGE, browser)).texts("main").join();
    expect(await words()).toMatch(/Too many mails.*Unpaid orders: 1\. They end with the account\./s);
    expect((await close("second@example.co.ke")).status).toBe(400);
    await database.query("update orders set status = 'processing', taken_by = $1 where id = $2", [STAFF.id, ORDER]);
    expect(await words()).toContain("in work, or with money: 1. End them first.");
    const inWork = await close(FIRST.email);
    expect([inWork.status, inWork.html.includes("1 order is paid, or in work. End it first")]).toEqual([409, true]);
    await database.query("update orders set status = 'requested', taken_by = null where id = $1", [ORDER]);
    const reference = "M7K3QX2A";
    await database.query(
      `with bill as (insert into bills (user_id, reference, amount_ksh) values ($1, $2, 1500) returning id)
       update orders set bill_id = bill.id from bill where orders.id = $3`,
      [FIRST.id, reference, ORDER],
    );
    const report = { code: "PARTPAID01", amount_ksh: 600, paid_at: new Date(), source: "paybill", reference };
    await database.query("select record_payment($1)", [JSON.stringify({ ...report, confirmed_by: "pull" })]);
    expect((await close(FIRST.email)).status).toBe(409);
    expect(await database.query("select state from closing_requests")).toEqual([{ state: "open" }]);
    await database.query("update orders set status = 'failed' where id = $1", [ORDER]);
    for (let time = 0; time < 2; time++) {
      const closed = await close(" Customer@example.co.ke");
      expect([closed.to, flashTextOf(closed.headers)]).toEqual([
        "/desk/people",
        expect.stringContaining("Its orders and names stay"),
      ]);
    }
    const late = await close(FIRST.email, second);
    expect([late.status, late.html]).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau closed this account at \d\d:\d\d\./),
    ]);
    expect(await database.query("select about_id from desk_notes")).toEqual([{ about_id: SECOND.id }]);
    expect((await logged()).at(-1)).toEqual(["account-closed", FIRST.id, { left: "an account without a name" }]);
    expect(JSON.stringify(await database.query("select * from desk_log"))).not.toMatch(/customer@|Njeri|Too many/i);
    expect((await renderPage(newBrowser(), PAGE)).to).toMatch(/^\/login/);
  });
});
