import "./mpesa-settings.ts";
import { expect, test } from "vitest";
import * as accounts from "#app/accounts/accounts.api.server.ts";
import { rememberSignUp } from "#app/accounts/sign-up-cookie.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { newBrowser } from "./browser.ts";
import { database, mailedLink, newEmail, PASSWORD, pageResult, signUp } from "./customers.ts";
import { readPage } from "./read-page.ts";

const orderOf = (domain: string, kind = "register") => `/dashboard/orders/new?kind=${kind}&domain=${domain}`;

/** Signs up on the way to a page, as the auth service stores it, and returns the mailed link. */
async function signUpFor(goal: string) {
  const { request, context } = newBrowser().requestArgs();
  const signUpId = await rememberSignUp(request, context, goal);
  await accounts.signUp({ name: "Njeri Mwangi", email: newEmail(), password: PASSWORD, signUpId, goal });
  return mailedLink();
}

/** Signs up on the way to a page, and presses the button of the mailed link. */
async function confirmFor(goal: string) {
  const browser = newBrowser();
  const link = await signUp(browser, newEmail(), PASSWORD, "Njeri Mwangi", goal);
  const page = await readPage(`/auth/confirm?${new URLSearchParams(link)}`, browser);
  const press = () => pageResult(confirm.action(browser.requestArgs("/auth/confirm", link)));
  return { lead: page.texts(".lead").join(), press };
}

test("who signed up to order a name comes to its bill, with one order however often the button is pressed", async () => {
  const { lead, press } = await confirmFor(orderOf("direct-kuku.com"));
  expect(lead).toContain("Then you go on with your order of direct-kuku.com.");
  const [first] = await Promise.all([press(), press()]);
  const orders = await database.query("select bill_id from orders where domain = 'direct-kuku.com'");
  expect(orders).toHaveLength(1);
  expect(first).toMatchObject({ status: 303, to: `/dashboard/orders/pay/${orders[0]?.bill_id}` });
});

test("a link that is opened in another browser leads to the order form after the password is chosen", async () => {
  const goal = orderOf("direct-kuku-2.com");
  const link = await signUpFor(goal);
  const other = newBrowser();
  const pressed = await pageResult(confirm.action(other.requestArgs("/auth/confirm", link)));
  expect(pressed).toMatchObject({ status: 303, to: "/login/reset" });
  const page = await readPage("/login/reset", other);
  expect(page.texts(".lead").join()).toContain("Then you go on with your order of direct-kuku-2.com.");
  const chosen = await pageResult(reset.action(other.requestArgs("/login/reset", { password: "ndizi mbivu kumi" })));
  expect(chosen).toMatchObject({ status: 303, to: goal });
  expect((await readPage(goal, other)).texts("h1")).toEqual(["Register direct-kuku-2.com"]);
  expect(await database.query("select id from orders where domain = 'direct-kuku-2.com'")).toEqual([]);
});

test.each(["/profile/close", "https://example.com/", "/dashboard/orders/new/x"])(
  "an account that wants %s leads to no page but the home page from another browser",
  async (goal) => {
    const link = await signUpFor(goal);
    const other = newBrowser();
    await pageResult(confirm.action(other.requestArgs("/auth/confirm", link)));
    const chosen = await pageResult(reset.action(other.requestArgs("/login/reset", { password: "ndizi mbivu kumi" })));
    expect(chosen).toMatchObject({ status: 303, to: "/" });
  },
);

test.each([
  ["a name that we register by hand", orderOf("kuku-tamu.co.ke")],
  ["a taken name", orderOf("taken-kuku.com")],
  ["another kind of order", orderOf("direct-kuku.com", "transfer")],
  ["another page", "/dashboard/orders/renew"],
])("%s is not ordered by confirming: its page comes next", async (_what, goal) => {
  const before = await database.query("select id from orders");
  const { press } = await confirmFor(goal);
  expect(await press()).toMatchObject({ status: 303, to: goal });
  expect(await database.query("select id from orders")).toHaveLength(before.length);
});
