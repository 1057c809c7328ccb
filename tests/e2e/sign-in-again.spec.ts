import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { endSession } from "./customers.ts";
import { enhanced, expect, test } from "./visitor.ts";

const CUSTOMER = { email: "customer@example.co.ke", password: "sandbox-password" };

async function signIn(page: Page, password = CUSTOMER.password) {
  const form = page.locator("form", { has: page.locator("[autocomplete=current-password]") });
  await form.getByLabel("E-mail").fill(CUSTOMER.email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

test("what was typed when a session ended survives signing in again, and is not sent by itself", async ({
  page,
  context,
  isEnhanced,
}) => {
  await page.goto("/login?redirectTo=/profile");
  await signIn(page);
  await expect(page).toHaveURL("/profile");
  const name = page.getByLabel("Full name");
  const before = await name.inputValue();
  await name.fill("Njeri wa Kamau");
  if (isEnhanced) await enhanced(page);
  await endSession(context);
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\/again\?/);
  expect(await page.content()).not.toContain("Njeri wa Kamau");
  if (isEnhanced) expect(await axe(page)).toEqual([]);

  // A mistake in between loses nothing.
  await signIn(page, "not this one");
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await signIn(page);

  await expect(page.getByText("You are signed in again")).toBeVisible();
  await page.getByRole("button", { name: "Continue with it" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("What you typed is here. Please check it, then send it once more.")).toBeVisible();
  await expect(name).toHaveValue("Njeri wa Kamau");
  await page.goto("/profile");
  await expect(name).toHaveValue(before);
});

test("an ended session is met with the sign-in page once, and the way back leads to where one was", {
  tag: "@plain",
}, async ({ page, context }) => {
  await page.goto("/login?redirectTo=/dashboard");
  await signIn(page);
  await expect(page).toHaveURL("/dashboard");
  await endSession(context);
  await page.goto("/profile");
  await expect(page).toHaveURL("/login?redirectTo=%2Fprofile&ended=");
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("sb-auth-token");
  await signIn(page);
  await expect(page).toHaveURL("/profile");
});
