import { beforeEach, describe, expect, test, vi } from "vitest";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import {
  database,
  linkIn,
  mailedLink,
  mails,
  newCustomer,
  newEmail,
  pageResult,
  signIn,
  signUp,
  whoIs,
} from "./customers.ts";
import { mailsSettled } from "./open-memory.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

const PAGE = "/desk/people/new";
const PASSWORD = "the owner's password";
let browser: Browser;
let second: Browser;

beforeEach(async () => {
  [browser, second] = [await staffBrowser(), await staffBrowser(SECOND_STAFF)];
  mails.length = 0;
});

const invite = (email: string, fields: Record<string, string> = {}, by = browser) =>
  renderPage(by, PAGE, Object.entries({ email, name: "Wanjiru Kamau", phone: "0712 345 678", ...fields }));
const linesOf = (id: unknown) => database.query("select did from desk_log where about_id = $1 order by id", [id]);
const accountsOf = (email: string) =>
  database.query(
    "select id, encrypted_password, email_confirmed_at, raw_user_meta_data as about from auth.users where email = $1",
    [email],
  );
const press = (by: Browser, link: { token_hash: string; type: string }) =>
  pageResult(confirm.action(by.requestArgs("/auth/confirm", link)));
const choose = (by: Browser, fields: Record<string, string> = {}) =>
  pageResult(reset.action(by.requestArgs("/login/reset", { password: PASSWORD, ...fields })));

test("an invited customer chooses the password by the link and keeps the name and phone that staff typed", async () => {
  const email = newEmail();
  const response = await invite(email.toUpperCase());
  const [account] = await accountsOf(email);
  expect(response).toMatchObject({ status: 303, to: `/desk/people/${account?.id}` });
  expect(await linesOf(account?.id)).toEqual([{ did: "person-invited" }]);
  const page = (await readPage(`/desk/people/${account?.id}`, browser)).texts("main").join();
  for (const words of ["Wanjiru Kamau", email, "+254712345678", "made an account for"]) expect(page).toContain(words);
  // Another member of staff still has to say why they look.
  expect((await renderPage(second, `/desk/people/${account?.id}`)).html).not.toContain(email);

  await mailsSettled();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "Choose your password"]]);
  const link = linkIn(mails[0]);
  expect(link.type).toBe("invite");
  const owner = newBrowser();
  expect(await press(owner, link)).toMatchObject({ status: 303, to: "/login/reset" });
  expect(await whoIs(owner)).toEqual({ kind: "nobody" });
  expect(await choose(owner)).toMatchObject({ status: 303, to: "/" });
  expect(await whoIs(owner)).toMatchObject({
    kind: "known",
    account: { email, name: "Wanjiru Kamau", phone: "+254712345678", isConfirmed: true },
  });
  expect((await press(newBrowser(), link)).status).toBe(400);
});

test("the same form twice at once, and once more, makes one account and one mail", async () => {
  const email = newEmail();
  const responses = [...(await Promise.all([invite(email), invite(email)])), await invite(email)];
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
  await mailsSettled();
  const [account, ...others] = await accountsOf(email);
  expect([mails.length, others.length]).toEqual([1, 0]);
  expect(await linesOf(account?.id)).toHaveLength(1);
});

test("of two staff who invite an address at once one does, and the other reads that a colleague did", async () => {
  const email = newEmail();
  const responses = await Promise.all([invite(email), invite(email, { name: "Wanjiru" }, second)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 409]);
  const late = responses.find(({ status }) => status === 409)?.html;
  for (const words of ["A colleague made an account", "Look at that account"]) expect(late).toContain(words);
  const [account, ...others] = await accountsOf(email);
  expect([others, await linesOf(account?.id)]).toEqual([[], [{ did: "person-invited" }]]);
  await mailsSettled();
  expect(mails).toHaveLength(1);
  expect(await press(newBrowser(), linkIn(mails[0]))).toMatchObject({ to: "/login/reset" });
});

test("an address that has an account leads to the form that looks at it, and nothing is sent", async () => {
  const { email } = await newCustomer();
  mails.length = 0;
  const { status, html } = await invite(email);
  expect(status).toBe(409);
  for (const words of [
    "There is an account with this address",
    "Look at that account",
    "Wanjiru Kamau",
    "0712 345 678",
  ])
    expect(html).toContain(words);
  expect(html.split(`value="${email}"`)).toHaveLength(3);
  expect(mails).toEqual([]);
  expect(
    await database.query(
      "select from desk_log where did = 'person-invited' and customer = (select id from auth.users where email = $1)",
      [email],
    ),
  ).toEqual([]);
});

test("nothing that a stranger signed up with before the invitation opens the account or stays in it", async () => {
  const email = newEmail();
  const stranger = newBrowser();
  await signUp(stranger, email, "the stranger's password", "Stranger");
  mails.length = 0;
  expect((await invite(email)).status).toBe(303);
  await mailsSettled();
  const owner = newBrowser();
  expect(await press(owner, linkIn(mails[0]))).toMatchObject({ to: "/login/reset" });
  expect((await signIn(newBrowser(), email, "the stranger's password")).ok).toBe(false);
  expect(await choose(owner)).toMatchObject({ to: "/" });
  expect(await whoIs(owner)).toMatchObject({ kind: "known", account: { email, name: undefined } });
});

test("a stranger who signs up after the invitation gets nothing", async () => {
  const email = newEmail();
  await invite(email);
  const stranger = newBrowser();
  const link = await signUp(stranger, email, "the stranger's password", "Stranger");
  expect((await signIn(newBrowser(), email, "the stranger's password")).ok).toBe(false);
  // The mail went to the owner, who chooses the password.
  const owner = newBrowser();
  expect(await press(owner, link)).toMatchObject({ to: "/login/reset" });
  expect(await choose(owner)).toMatchObject({ to: "/" });
  expect(JSON.stringify((await accountsOf(email))[0]?.about)).not.toContain("Stranger");
});

describe("a form that cannot be carried out", () => {
  test.each([
    ["without an address", { email: "" }, "Please enter your email address"],
    ["with a wrong address", { email: "wanjiru" }, "Please enter a valid email address"],
    ["without a name", { name: "" }, "Please enter your name"],
    ["with a long name", { name: "W".repeat(101) }, "at most 100 characters"],
    ["with a wrong phone", { phone: "12" }, "Please enter a phone number"],
  ])("%s says so at the field and loses nothing", async (_what, fields, words) => {
    const email = newEmail();
    const { status, html } = await invite(email, fields);
    expect(status).toBe(400);
    expect(html).toContain(words);
    for (const typed of Object.values({ email, name: "Wanjiru Kamau", phone: "0712 345 678", ...fields }))
      expect(html).toContain(typed);
    expect(await accountsOf(email)).toEqual([]);
  });

  test("because the mail fails makes no account and says to press again", async () => {
    const { status, html } = await invite(`fail@example.co.ke`);
    expect([status, html.includes("nothing is done twice")]).toEqual([503, true]);
    expect(await accountsOf("fail@example.co.ke")).toEqual([]);
  });

  test("because the answer got lost: pressing again finds the account, and logs it", async () => {
    const email = newEmail();
    const send = globalThis.fetch;
    const lost = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const response = await send(input, init);
      if (String(input instanceof Request ? input.url : input).endsWith("/invite")) throw new TypeError("fetch failed");
      return response;
    });
    expect((await invite(email)).status).toBe(503);
    lost.mockRestore();
    vi.mocked(console.error).mockClear();
    const [account] = await accountsOf(email);
    expect(await linesOf(account?.id)).toEqual([]);
    expect(await invite(email)).toMatchObject({ status: 303, to: `/desk/people/${account?.id}` });
    expect(await linesOf(account?.id)).toEqual([{ did: "person-invited" }]);
    expect((await accountsOf(email)).map(({ id }) => id)).toEqual([account?.id]);
    expect((await press(newBrowser(), await mailedLink())).to).toBe("/login/reset");
  });
});

test("a customer and a visitor cannot invite", async () => {
  const email = newEmail();
  const { browser: customer } = await newCustomer();
  for (const by of [customer, newBrowser(), await staffBrowser(STAFF, null)]) {
    const { status } = await invite(email, {}, by);
    expect(status).not.toBe(200);
  }
  expect(await accountsOf(email)).toEqual([]);
});
