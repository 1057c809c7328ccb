import { submitSignIn } from "./accounts.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";

test("input sent after the session expired survives signing in and is not sent automatically", async ({
  page,
  hasScripts,
  customer,
  endSessions,
}) => {
  const { email } = await customer();
  await page.goto("/profile");
  const name = page.getByLabel("Full name");
  const before = await name.inputValue();
  await name.fill("Njeri wa Kamau");
  if (hasScripts) await hydrated(page);
  await endSessions(email);
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/login\/again\?/);
  expect(await page.content()).not.toContain("Njeri wa Kamau");
  if (hasScripts) expect(await axe(page)).toEqual([]);

  // A wrong password in between does not lose the input.
  await submitSignIn(page, email, "not this one");
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
  await submitSignIn(page, email);

  await expect(page.getByText("You are signed in again")).toBeVisible();
  await page.getByRole("button", { name: "Continue with it" }).click();
  await expect(page).toHaveURL(hasScripts ? "/profile" : "/profile?posted");
  await expect(page.getByText("What you typed is here. Please check it, then send it once more.")).toBeVisible();
  await expect(name).toHaveValue("Njeri wa Kamau");
  await page.goto("/profile");
  await expect(name).toHaveValue(before);
});

test("an expired session leads to the sign-in page once and back to the requested page", {
  tag: "@script-independent",
}, async ({ page, context, customer, endSessions }) => {
  const { email } = await customer();
  await page.goto("/dashboard");
  await endSessions(email);
  await page.goto("/profile");
  await expect(page).toHaveURL("/login?redirectTo=%2Fprofile&ended=");
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("sb-auth-token");
  await submitSignIn(page, email);
  await expect(page).toHaveURL("/profile");
});
