import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import * as close from "#app/routes/account/close.tsx";
import * as profile from "#app/routes/account/profile.tsx";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database, newCustomer, PASSWORD, pageResult, whoIs } from "./customers.ts";
import { clientOf } from "./demo-customers.ts";

const TODAY = dateOf(dayNumber(new Date())).words;
const DUE = dateOf(dayNumber(new Date()) + 14).words;

const ask = (browser: Browser, fields: Record<string, string> = {}) =>
  pageResult(close.action(browser.visit("/profile/close", { reason: "", password: PASSWORD, ...fields })));
const keep = (browser: Browser) => pageResult(profile.action(browser.visit("/profile", { form: "keep-account" })));
const shown = async (browser: Browser) =>
  JSON.parse((await pageResult(profile.loader(browser.visit("/profile")))).text).closing;
const rows = () => database.query("select state, reason, told_at from closing_requests order by created_at");
const told = () => outbox.list().filter(({ kind }) => kind === "contact");

beforeEach(async () => {
  outbox.clear();
  await database.query("delete from closing_requests");
});

describe("asking to close an account", () => {
  test("stores a request, notifies the agency with its date, and shows the dates in the profile", async () => {
    const { browser, email } = await newCustomer();
    const [user] = await database.query("select id from auth.users where email = $1", [email]);
    await database.query(
      "insert into domains (user_id, name, expiry_date) values ($1, 'duka-la-mwisho.co.ke', '2027-03-03')",
      [user?.id],
    );
    expect(await shown(browser)).toBeNull();
    const page = JSON.parse((await pageResult(close.loader(browser.visit("/profile/close")))).text);
    expect(page).toMatchObject({
      due: DUE,
      names: [{ name: "duka-la-mwisho.co.ke", until: "3 Mar 2027", isOver: false }],
    });

    expect(await ask(browser, { reason: "Too <b>dear</b>.\r\nBye" })).toMatchObject({
      status: 303,
      to: "/profile#close",
    });
    expect(await rows()).toMatchObject([
      { state: "open", reason: "Too <b>dear</b>.\nBye", told_at: expect.anything() },
    ]);
    const [flash, ...more] = told();
    expect(more).toEqual([]);
    expect(flash?.subject).toBe(`Close an account, by ${DUE}`);
    for (const words of [email, "duka-la-mwisho.co.ke (until 3 Mar 2027)", "Why: Too <b>dear</b>.\nBye"]) {
      expect(flash?.text).toContain(words);
    }
    expect(JSON.stringify(flash)).not.toContain(PASSWORD);
    expect(await shown(browser)).toEqual({ asked: TODAY, due: DUE });
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("makes one request and one notification, sent twice or again later", async () => {
    const { browser } = await newCustomer();
    const both = await Promise.all([ask(browser), ask(browser)]);
    expect([...both, await ask(browser, { reason: "again" })].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await rows()).toMatchObject([{ state: "open", reason: null }]);
    expect(told()).toHaveLength(1);
  });

  test("reports a lost reply of the database, and sending again finds the request and notifies the agency", async () => {
    const { browser } = await newCustomer();
    const lost = http.post("*/rest/v1/rpc/ask_to_close", async ({ request }) => {
      await database.answer(request);
      return new Response("", { status: 504 });
    });
    server.use(lost);
    const reply = await ask(browser, { reason: "kept" });
    expect(reply).toMatchObject({ status: 503, text: expect.stringContaining("We could not confirm it") });
    expect(JSON.parse(reply.text).result.initialValue).toEqual({ reason: "kept" });
    expect(told()).toEqual([]);
    server.resetHandlers();
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ reason: "kept" }]);
    expect(told()).toHaveLength(1);
  });

  test("keeps the request when the agency could not be notified, and sending again notifies it", async () => {
    const { browser } = await newCustomer();
    server.use(http.post("*/contact", () => HttpResponse.json({ error: "no" }, { status: 422 })));
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ state: "open", told_at: null }]);
    server.resetHandlers();
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ told_at: expect.anything() }]);
    expect(told()).toHaveLength(1);
  });

  test.each([
    ["a wrong password", { password: "not mine" }, "password"],
    ["none", { password: "" }, "password"],
    ["a reason that is too long", { reason: "x".repeat(1001) }, "reason"],
    ["a reason that cannot be kept", { reason: "a\u0007b" }, "reason"],
  ])("shows %s at its field, and keeps the reason but no password", async (_what, fields, field) => {
    const { browser } = await newCustomer();
    const { status, text } = await ask(browser, { reason: "Why not", ...fields });
    const { result } = JSON.parse(text);
    expect([status, Object.keys(result.error)]).toEqual([400, [field]]);
    expect(result.initialValue).toEqual({ reason: (fields as { reason?: string }).reason ?? "Why not" });
    expect(text).not.toMatch(new RegExp(`not mine|${PASSWORD}`));
    expect(await rows()).toEqual([]);
    expect(told()).toEqual([]);
  });

  test("throttles thirty password guesses, after which the right password must wait too", async () => {
    const { browser } = await newCustomer();
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess++) statuses.push((await ask(browser, { password: `guess ${guess}` })).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(25).fill(429)]);
    expect(await ask(browser)).toMatchObject({ status: 429, text: expect.stringContaining("Please wait") });
    const change = { form: "password", currentPassword: PASSWORD, newPassword: "second password" };
    expect((await pageResult(profile.action(browser.visit("/profile", change)))).status).toBe(429);
    expect(await rows()).toEqual([]);
  });

  test("does not call the password wrong when the auth service does not reply", async () => {
    const { browser } = await newCustomer();
    server.use(http.post("*/auth/v1/token", () => new Response("", { status: 504 })));
    expect(await ask(browser)).toMatchObject({ status: 503, text: expect.stringContaining("no request was made") });
  });
});

describe("cancelling", () => {
  test("notifies the agency once, and the account can be closed another time", async () => {
    const { browser } = await newCustomer();
    await ask(browser);
    expect(await keep(browser)).toMatchObject({ status: 303, to: "/profile#close" });
    expect(await keep(browser)).toMatchObject({ status: 303, to: "/profile#close" });
    expect(await shown(browser)).toBeNull();
    expect(told().map(({ subject }) => subject)).toEqual(["Account stays", `Close an account, by ${DUE}`]);
    await ask(browser);
    expect((await rows()).map(({ state }) => state)).toEqual(["withdrawn", "open"]);
  });

  test("counts new requests only: a fourth in a day has to wait", async () => {
    const { browser } = await newCustomer();
    for (let turn = 0; turn < 3; turn++) {
      expect((await ask(browser)).status).toBe(303);
      expect((await ask(browser)).status).toBe(303);
      await keep(browser);
    }
    expect(await ask(browser)).toMatchObject({ status: 429, text: expect.stringContaining("several times today") });
  });

  test("leaves other requests unchanged, and a database failure is reported and leaves it open", async () => {
    const [mine, theirs] = [await newCustomer(), await newCustomer()];
    await ask(mine.browser);
    await keep(theirs.browser);
    expect(await shown(theirs.browser)).toBeNull();
    expect((await clientOf(theirs.browser).from("closing_requests").select("id")).data).toEqual([]);
    server.use(
      http.post("*/rest/v1/rpc/withdraw_closing", () => HttpResponse.json({ message: "down" }, { status: 500 })),
    );
    expect(await keep(mine.browser)).toMatchObject({
      status: 503,
      text: expect.stringContaining("press the button again"),
    });
    expect(await shown(mine.browser)).not.toBeNull();
  });

  test("requires a session, and the profile works without a database", async () => {
    for (const work of [ask, keep]) expect((await work(newBrowser())).to).toMatch(/^\/login\b/);
    const { browser } = await newCustomer();
    server.use(http.get("*/rest/v1/*", () => HttpResponse.json({ message: "down" }, { status: 500 })));
    expect(await shown(browser)).toBeNull();
    const page = await pageResult(close.loader(browser.visit("/profile/close")));
    expect([page.status, JSON.parse(page.text).names]).toEqual([200, null]);
  });
});
