import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
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
  pageResult(close.action(browser.requestArgs("/profile/close", { reason: "", password: PASSWORD, ...fields })));
const cancel = (browser: Browser) =>
  pageResult(profile.action(browser.requestArgs("/profile", { form: "keep-account" })));
const closingPage = async (browser: Browser) =>
  JSON.parse((await pageResult(close.loader(browser.requestArgs("/profile/close")))).text);
const shownInProfile = async (browser: Browser) =>
  JSON.parse((await pageResult(profile.loader(browser.requestArgs("/profile")))).text).closing;
const rows = () => database.query("select state, reason, notified_at from closing_requests order by created_at");
const sentToAgency = () => outbox.list().filter(({ kind }) => kind === "contact");
const failWith = (status: number) => () => HttpResponse.json({ message: "down" }, { status });

let browser: Browser;
let email: string;
beforeEach(async () => {
  outbox.clear();
  await database.query("delete from closing_requests");
  ({ browser, email } = await newCustomer());
});

describe("asking to close an account", () => {
  test("stores a request, notifies the agency with its date, and shows the dates in the profile", async () => {
    await database.query(
      `insert into domains (user_id, name, expiry_date)
       select id, 'duka-la-mwisho.co.ke', '2027-03-03' from auth.users where email = $1`,
      [email],
    );
    const names = [{ name: "duka-la-mwisho.co.ke", until: "3 Mar 2027", isOver: false }];
    expect(await closingPage(browser)).toMatchObject({ due: DUE, names });
    expect(await shownInProfile(browser)).toBeNull();

    const reason = "Too <b>dear</b>.\nBye";
    const asked = await ask(browser, { reason: reason.replace("\n", "\r\n") });
    expect(asked).toMatchObject({ status: 303, to: "/profile#close" });
    expect(await rows()).toMatchObject([{ state: "open", reason, notified_at: expect.anything() }]);
    const sent = sentToAgency();
    expect(sent).toMatchObject([{ subject: `Close an account, by ${DUE}` }]);
    for (const words of [email, "duka-la-mwisho.co.ke (until 3 Mar 2027)", `Why: ${reason}`]) {
      expect(sent[0]?.text).toContain(words);
    }
    expect(JSON.stringify(sent)).not.toContain(PASSWORD);
    expect(await shownInProfile(browser)).toEqual({ asked: TODAY, due: DUE });
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("makes one request for many presses at once, and tells none of them of a limit", async () => {
    // Passwords have a limit of their own, which five attempts stay below.
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(browser)));
    expect(replies.map(({ status, to }) => [status, to])).toEqual(replies.map(() => [303, "/profile#close"]));
    expect([(await rows()).length, sentToAgency().length]).toEqual([1, 1]);
  });

  test("makes one request and one notification for repeated submissions", async () => {
    const replies = await Promise.all([ask(browser), ask(browser)]);
    replies.push(await ask(browser, { reason: "again" }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await rows()).toMatchObject([{ state: "open", reason: null }]);
    expect(sentToAgency()).toHaveLength(1);
  });

  test("reports a lost reply of the database, and sending again finds the request and notifies the agency", async () => {
    server.use(
      http.post("*/rest/v1/rpc/request_closing", async ({ request }) => {
        await database.answer(request);
        return new Response("", { status: 504 });
      }),
    );
    const response = await ask(browser, { reason: "kept" });
    expect(response).toMatchObject({ status: 503, text: expect.stringContaining("We could not confirm it") });
    expect(JSON.parse(response.text).result.initialValue).toEqual({ reason: "kept" });
    expect(sentToAgency()).toEqual([]);
    server.resetHandlers();
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ reason: "kept" }]);
    expect(sentToAgency()).toHaveLength(1);
  });

  test("keeps the request when the agency could not be notified, and sending again notifies it", async () => {
    server.use(http.post("*/contact", failWith(422)));
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ state: "open", notified_at: null }]);
    server.resetHandlers();
    expect((await ask(browser)).status).toBe(303);
    expect(await rows()).toMatchObject([{ notified_at: expect.anything() }]);
    expect(sentToAgency()).toHaveLength(1);
  });

  test.each([
    ["a wrong password", { password: "not mine" }, "password"],
    ["no password", { password: "" }, "password"],
    ["a reason that is too long", { reason: "x".repeat(1001) }, "reason"],
    ["a reason with a control character", { reason: "a\u0007b" }, "reason"],
  ])("refuses %s at its field, and keeps the reason but no password", async (_what, fields, field) => {
    const { status, text } = await ask(browser, { reason: "Why not", ...fields });
    const { result } = JSON.parse(text);
    expect([status, Object.keys(result.error)]).toEqual([400, [field]]);
    expect(result.initialValue).toEqual({ reason: (fields as { reason?: string }).reason ?? "Why not" });
    expect(text).not.toMatch(new RegExp(`not mine|${PASSWORD}`));
    expect([await rows(), sentToAgency()]).toEqual([[], []]);
  });

  test("throttles password guesses after five, and then the right password and the profile's form must wait too", async () => {
    const guesses: number[] = [];
    for (let i = 0; i < 7; i++) guesses.push((await ask(browser, { password: `guess ${i}` })).status);
    expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect(await ask(browser)).toMatchObject({ status: 429, text: expect.stringContaining("Please wait") });
    const change = { form: "password", currentPassword: PASSWORD, newPassword: "second password" };
    expect((await pageResult(profile.action(browser.requestArgs("/profile", change)))).status).toBe(429);
    expect(await rows()).toEqual([]);
  });
});

describe("cancelling the closing of an account", () => {
  test("notifies the agency once, and the account can be closed another time", async () => {
    await ask(browser);
    for (let i = 0; i < 2; i++) expect(await cancel(browser)).toMatchObject({ status: 303, to: "/profile#close" });
    expect(await shownInProfile(browser)).toBeNull();
    expect(sentToAgency().map(({ subject }) => subject)).toEqual(["Account stays", `Close an account, by ${DUE}`]);
    await ask(browser);
    expect((await rows()).map(({ state }) => state)).toEqual(["withdrawn", "open"]);
  });

  test("allows three new requests a day; repeated ones do not count", async () => {
    for (let turn = 0; turn < 3; turn++) {
      for (let i = 0; i < 2; i++) expect((await ask(browser)).status).toBe(303);
      await cancel(browser);
    }
    expect(await ask(browser)).toMatchObject({ status: 429, text: expect.stringContaining("several times today") });
  });

  test("by another customer leaves the request open, which that customer cannot read", async () => {
    const other = await newCustomer();
    await ask(browser);
    await cancel(other.browser);
    expect((await clientOf(other.browser).from("closing_requests").select("id")).data).toEqual([]);
    expect(await shownInProfile(browser)).not.toBeNull();
  });
});

test("closing and cancelling require a session, and their pages work without a database", async () => {
  for (const work of [ask, cancel]) expect((await work(newBrowser())).to).toMatch(/^\/login\b/);
  server.use(http.get("*/rest/v1/*", failWith(500)));
  expect(await shownInProfile(browser)).toBeNull();
  expect((await closingPage(browser)).names).toBeNull();
});
