import type { Page } from "@playwright/test";
import { CUSTOMER, PASSWORD, submitSignIn } from "./accounts.ts";
import { expect, hydrated, newEmail, test } from "./fixtures.ts";
import { serveWithoutCookies } from "./proxies.ts";

// tests/integration has what the server decides: rejected passwords, rate limits and redirect targets.
const signInPanel = (page: Page) => page.locator("#sign-in");
const signUpPanel = (page: Page) => page.locator("#create-account");
const password = (page: Page) => signInPanel(page).getByLabel("Password", { exact: true });

async function typeSignIn(page: Page, email = CUSTOMER, text = PASSWORD) {
  await signInPanel(page).getByLabel("E-mail").fill(email);
  await password(page).fill(text);
}

test("a customer signs in by keyboard and cannot do it twice", async ({ page, context, hasScripts }) => {
  await page.goto("/login");
  await signInPanel(page).getByLabel("E-mail").focus();
  await page.keyboard.type(CUSTOMER);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  if (hasScripts) await hydrated(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  const cookies = (await context.cookies()).map(({ name, httpOnly }) => `${name} ${httpOnly}`);
  expect(cookies).toEqual(expect.arrayContaining(["sb-auth-token true", "device true"]));
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("if scripts cannot check for cookies, the extra redirect ends with a flash message", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/login");
  await typeSignIn(page);
  await hydrated(page);
  await page.locator("input[name=cookies]").evaluate((input) => input.remove());
  await signInPanel(page).getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Logged in successfully!")).toBeVisible();
  await expect(page.getByText(/^Account of/)).toBeAttached();
});

test("switching between the sign-in and the sign-up form keeps the input of both", async ({ page, hasScripts }) => {
  await page.goto("/login");
  await expect(signUpPanel(page)).toBeHidden();
  await typeSignIn(page, "one@example.co.ke", "one password");
  if (hasScripts) await hydrated(page);
  await signInPanel(page).locator("p").getByRole("link", { name: "Create Account" }).click();
  await expect(signInPanel(page)).toBeHidden();
  await signUpPanel(page).getByLabel("Your name").fill("Wanjiru");
  await signUpPanel(page).getByRole("navigation").getByRole("link", { name: "Sign In" }).click();
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue("one@example.co.ke");
  await expect(password(page)).toHaveValue("one password");
  await page.goBack();
  await expect(signUpPanel(page).getByLabel("Your name")).toHaveValue("Wanjiru");
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
  await submitSignIn(page);
  await expect(page.getByText("Your browser does not keep cookies")).toBeVisible();
  await expect(page).toHaveURL("/login?arrived=%2Fdashboard");
  expect(await context.cookies()).toEqual([]);
  await context.close();
  stop();
});

test("a password can be shown, and is hidden again when the form is sent", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/login");
  const button = signInPanel(page).getByRole("button", { name: "Sign In" });
  const before = await button.boundingBox();
  const email = newEmail();
  await typeSignIn(page, email, "wrong");
  await hydrated(page);
  await signInPanel(page).getByRole("button", { name: "Show password" }).click();
  expect(await button.boundingBox()).toEqual(before);
  await expect(password(page)).toHaveAttribute("type", "text");
  await button.click();
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await expect(signInPanel(page).getByLabel("E-mail")).toHaveValue(email);
  await expect(password(page)).toHaveAttribute("type", "password");
  await expect(password(page)).toHaveValue("");
});
