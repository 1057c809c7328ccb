import { axeInCloths } from "./axe.ts";
import { serveWithoutCookies } from "./cookieless-proxy.ts";
import { tryToSignIn } from "./customers.ts";
import {
  CUSTOMER,
  openSignUp,
  PASSWORD,
  pressCreate,
  pressSignIn,
  signInPanel,
  signUpPanel,
  typeIn,
  typeNew,
} from "./login-forms.ts";
import { enhanced, expect, ownEmail, test } from "./visitor.ts";

test("a customer signs in, goes home, is told so, and does not see the form again", async ({ page, context }) => {
  await page.goto("/login");
  await typeIn(page, CUSTOMER);
  await pressSignIn(page);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  const names = (await context.cookies()).map(({ name, httpOnly }) => `${name} ${httpOnly}`);
  expect(names).toEqual(expect.arrayContaining(["sb-auth-token true", "device true"]));
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("where scripts could not tell whether cookies are kept, the detour ends with the notice and the menu too", async ({
  page,
  isEnhanced,
}) => {
  await page.goto("/login");
  await typeIn(page, CUSTOMER);
  if (isEnhanced) {
    await enhanced(page);
    await page.locator("input[name=cookies]").evaluate((input) => input.remove());
  }
  await pressSignIn(page);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page.getByText(/^Account of/)).toBeAttached();
});

test("a wrong password gets the service's words; the address stays, the password does not", async ({ page }) => {
  const email = ownEmail();
  await page.goto("/login");
  await typeIn(page, email, "not-this-one");
  await pressSignIn(page);
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue(email);
  await expect(signInPanel(page).getByLabel("Password", { exact: true })).toHaveValue("");
  expect(await page.content()).not.toContain("not-this-one");
  await expect(signUpPanel(page)).toBeHidden();
  await signInPanel(page).getByRole("navigation").getByRole("link", { name: "Create Account" }).click();
  await expect(signUpPanel(page).getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.getByText("Invalid login credentials")).toBeHidden();
});

test("the second form has an address of its own", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/login?tab=signup");
  await expect(page).toHaveTitle("Create Account | Mtandao");
  await expect(signUpPanel(page).getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(signInPanel(page)).toBeHidden();
  await signUpPanel(page).locator("p").getByRole("link", { name: "Sign In" }).click();
  await expect(signInPanel(page).getByRole("heading", { name: "Sign In" })).toBeVisible();
  await expect(signUpPanel(page)).toBeHidden();
});

test("going from one form to the other keeps what was typed in both", async ({ page, isEnhanced }) => {
  await page.goto("/login");
  await typeIn(page, "one@example.co.ke", "one password");
  if (isEnhanced) await enhanced(page);
  await signInPanel(page).locator("p").getByRole("link", { name: "Create Account" }).click();
  await typeNew(page, { email: "two@example.co.ke" });
  await signUpPanel(page).getByRole("navigation").getByRole("link", { name: "Sign In" }).click();
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue("one@example.co.ke");
  await expect(signInPanel(page).getByLabel("Password", { exact: true })).toHaveValue("one password");
  await page.goBack();
  await expect(signUpPanel(page).getByLabel("E-mail")).toHaveValue("two@example.co.ke");
  await expect(signUpPanel(page).getByLabel("Your name")).toHaveValue("Wanjiru");
});

test("with a form held by the keyboard alone one signs in", async ({ page, isEnhanced }) => {
  await page.goto("/login");
  await signInPanel(page).getByLabel("E-mail").focus();
  await page.keyboard.type(CUSTOMER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  if (isEnhanced) await enhanced(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

// tests/integration/redirect-targets.test.ts has many more, without a browser.
for (const [redirectTo, place, tag] of [
  ["/domains/pricing?filter=org", "/domains/pricing?filter=org", ""],
  ["//evil.example/", "/", "@scripts"],
] as const) {
  test(`after signing in, ${redirectTo} leads to ${place}`, { tag: tag || [] }, async ({ page }) => {
    await page.goto(`/login?${new URLSearchParams({ redirectTo })}`);
    await typeIn(page, CUSTOMER, "wrong");
    await pressSignIn(page);
    await expect(page.getByText("Invalid login credentials")).toBeVisible();
    await typeIn(page, CUSTOMER);
    await pressSignIn(page);
    await expect(page).toHaveURL(place);
    await expect(page.getByText("Logged in successfully!")).toBeVisible();
  });
}

test("the sixth try in a row is a 429 that says how long to wait, with the form", async ({ page, isEnhanced }) => {
  const email = ownEmail();
  for (let count = 0; count < 4; count++) expect(await tryToSignIn(page, email, `wrong ${count}`)).toBe(400);
  await page.goto("/login");
  for (const [password, expected] of [
    ["the fifth", 400],
    ["the sixth", 429],
  ] as const) {
    await typeIn(page, email, password);
    const reply = page.waitForResponse((response) => response.request().method() === "POST");
    await pressSignIn(page);
    const { status, wait } = await reply.then((one) => ({ status: one.status(), wait: one.headers()["retry-after"] }));
    expect(status).toBe(expected);
    if (status === 429 && !isEnhanced) expect(Number(wait)).toBeGreaterThan(0);
    await expect(signInPanel(page).getByLabel("Password", { exact: true })).toHaveValue("");
  }
  await expect(page.getByText(/There were too many attempts to sign in\. Please wait \d+ seconds/)).toBeVisible();
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue(email);
});

test("a browser that keeps no cookies is told so once, and not sent in a circle", async ({
  browser,
  baseURL,
  address,
  isEnhanced,
}) => {
  const { proxy, stop } = await serveWithoutCookies();
  const context = await browser.newContext({
    proxy,
    baseURL: baseURL ?? "",
    javaScriptEnabled: isEnhanced,
    extraHTTPHeaders: { "X-Sandbox-Address": address },
  });
  // Such a browser says so itself.
  await context.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
  const page = await context.newPage();
  await page.goto("/login?redirectTo=/dashboard");
  await typeIn(page, CUSTOMER);
  if (isEnhanced) await enhanced(page);
  await pressSignIn(page);
  await expect(page.getByText("Your browser does not keep cookies")).toBeVisible();
  await expect(page).toHaveURL("/login?arrived=%2Fdashboard");
  expect(await context.cookies()).toEqual([]);
  await context.close();
  stop();
});

test("a password can be shown, and is hidden again when the form is sent", async ({ page, isEnhanced }) => {
  await page.goto("/login");
  const panel = signInPanel(page);
  if (!isEnhanced) return expect(panel.getByRole("button", { name: "Show password" })).toHaveCount(0);
  const before = await panel.getByRole("button", { name: "Sign In" }).boundingBox();
  await typeIn(page, ownEmail(), "wrong");
  await enhanced(page);
  await panel.getByRole("button", { name: "Show password" }).click();
  expect(await panel.getByRole("button", { name: "Sign In" }).boundingBox()).toEqual(before);
  await expect(panel.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await pressSignIn(page);
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(panel.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
});

test("axe finds nothing in a refused form", { tag: "@scripts" }, async ({ page, isEnhanced }) => {
  await openSignUp(page);
  await signUpPanel(page).getByLabel("Your name").focus();
  await enhanced(page);
  await pressCreate(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInCloths(page)).toEqual([]);
});
