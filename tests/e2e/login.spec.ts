import type { Page } from "@playwright/test";
import { CUSTOMER, PASSWORD, submitSignIn } from "./accounts.ts";
import { expect, hydrated, newEmail, test } from "./fixtures.ts";
import { axeInBothSchemes } from "./page-checks.ts";
import { serveWithoutCookies } from "./proxies.ts";

// tests/integration has what the server decides: rejected passwords, rate limits and redirect targets.
const signInPanel = (page: Page) => page.locator("#sign-in");
const signUpPanel = (page: Page) => page.locator("#create-account");

async function typeSignIn(page: Page, email = CUSTOMER, password = PASSWORD) {
  await signInPanel(page).getByLabel("E-mail").fill(email);
  await signInPanel(page).getByLabel("Password", { exact: true }).fill(password);
}

test("a customer signs in, sees a flash message on the home page, and cannot open the sign-in page again", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await submitSignIn(page);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  const names = (await context.cookies()).map(({ name, httpOnly }) => `${name} ${httpOnly}`);
  expect(names).toEqual(expect.arrayContaining(["sb-auth-token true", "device true"]));
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("if scripts cannot tell whether cookies are kept, the extra redirect ends with the flash message and the menu", async ({
  page,
  hasScripts,
}) => {
  await page.goto("/login");
  await typeSignIn(page);
  if (hasScripts) {
    await hydrated(page);
    await page.locator("input[name=cookies]").evaluate((input) => input.remove());
  }
  await signInPanel(page).getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page.getByText(/^Account of/)).toBeAttached();
});

test("the sign-up form has a URL of its own", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/login?tab=signup");
  await expect(page).toHaveTitle("Create Account | Mtandao");
  await expect(signUpPanel(page).getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(signInPanel(page)).toBeHidden();
  await signUpPanel(page).locator("p").getByRole("link", { name: "Sign In" }).click();
  await expect(signInPanel(page).getByRole("heading", { name: "Sign In" })).toBeVisible();
  await expect(signUpPanel(page)).toBeHidden();
});

test("switching between the sign-in and the sign-up form keeps the input of both", async ({ page, hasScripts }) => {
  await page.goto("/login");
  await typeSignIn(page, "one@example.co.ke", "one password");
  if (hasScripts) await hydrated(page);
  await signInPanel(page).locator("p").getByRole("link", { name: "Create Account" }).click();
  await signUpPanel(page).getByLabel("Your name").fill("Wanjiru");
  await signUpPanel(page).getByLabel("E-mail").fill("two@example.co.ke");
  await signUpPanel(page).getByRole("navigation").getByRole("link", { name: "Sign In" }).click();
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue("one@example.co.ke");
  await expect(signInPanel(page).getByLabel("Password", { exact: true })).toHaveValue("one password");
  await page.goBack();
  await expect(signUpPanel(page).getByLabel("E-mail")).toHaveValue("two@example.co.ke");
  await expect(signUpPanel(page).getByLabel("Your name")).toHaveValue("Wanjiru");
});

test("a customer signs in with the keyboard alone", async ({ page, hasScripts }) => {
  await page.goto("/login");
  await signInPanel(page).getByLabel("E-mail").focus();
  await page.keyboard.type(CUSTOMER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  if (hasScripts) await hydrated(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("a browser that keeps no cookies is told so once, without a redirect loop", async ({
  browser,
  baseURL,
  address,
  hasScripts,
}) => {
  const { proxy, stop } = await serveWithoutCookies();
  const context = await browser.newContext({
    proxy,
    baseURL: baseURL ?? "",
    javaScriptEnabled: hasScripts,
    extraHTTPHeaders: { "X-Sandbox-Address": address },
  });
  await context.addInitScript(() => Object.defineProperty(navigator, "cookieEnabled", { get: () => false }));
  const page = await context.newPage();
  await page.goto("/login?redirectTo=/dashboard");
  await typeSignIn(page);
  if (hasScripts) await hydrated(page);
  await signInPanel(page).getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Your browser does not keep cookies")).toBeVisible();
  await expect(page).toHaveURL("/login?arrived=%2Fdashboard");
  expect(await context.cookies()).toEqual([]);
  await context.close();
  stop();
});

test("a password can be shown, and is hidden again when the form is sent", async ({ page, hasScripts }) => {
  await page.goto("/login");
  const panel = signInPanel(page);
  if (!hasScripts) return expect(panel.getByRole("button", { name: "Show password" })).toHaveCount(0);
  const before = await panel.getByRole("button", { name: "Sign In" }).boundingBox();
  const email = newEmail();
  await typeSignIn(page, email, "wrong");
  await hydrated(page);
  await panel.getByRole("button", { name: "Show password" }).click();
  expect(await panel.getByRole("button", { name: "Sign In" }).boundingBox()).toEqual(before);
  await expect(panel.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await panel.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(panel.getByLabel("E-mail")).toHaveValue(email);
  await expect(panel.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await expect(panel.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("an empty sign-up form shows a summary with the focus, and axe finds nothing on it", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/login?tab=signup");
  await signUpPanel(page).getByLabel("Your name").focus();
  await hydrated(page);
  await signUpPanel(page).getByRole("button", { name: "Create Account" }).click();
  await expect(signUpPanel(page).getByRole("alert")).toBeFocused();
  expect(await axeInBothSchemes(page)).toEqual([]);
});
