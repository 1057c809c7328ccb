import { newCustomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";

test("a customer requests account deletion with the password and cancels it on the profile", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Close my account" }).click();
  await expect(page.getByRole("heading", { name: "Close your account", level: 1 })).toBeVisible();
  await page.getByLabel("Why are you leaving?").fill("I have no shop any more.");
  await page.getByLabel("Your password").fill("not this one");
  await page.getByRole("button", { name: "Ask to close my account" }).click();
  await expect(page.getByText("This is not your password", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Why are you leaving?")).toHaveValue("I have no shop any more.");
  await page.getByLabel("Your password").fill("a good password");
  await page.getByRole("button", { name: "Ask to close my account" }).click();
  await expect(page).toHaveURL("/profile#close");
  const section = page.getByRole("region", { name: "Close your account" });
  await expect(section.getByText("We have your request")).toBeInViewport();
  await expect(section.getByText(/^On .* you asked us to close this account\.$/)).toBeVisible();
  await section.getByRole("button", { name: "Keep my account" }).click();
  await expect(section.getByText("Your account stays")).toBeVisible();
  await expect(section.getByRole("link", { name: "Close my account" })).toBeVisible();
});

test("a customer switches reminders off and on again", async ({ page }) => {
  await newCustomer(page);
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Reminders" });
  await expect(section.getByText(/^We send you a mail 60, 30 and 15 days before/)).toBeVisible();
  await section.getByRole("button", { name: "Switch reminders off" }).click();
  await expect(section.getByText("Reminders are off", { exact: true })).toBeInViewport();
  await expect(page).toHaveURL("/profile#reminders");
  await page.reload();
  await expect(section.getByText(/^Reminders are off\. We do not write/)).toBeVisible();
  await section.getByRole("button", { name: "Switch reminders on" }).click();
  await expect(section.getByText("Reminders are on", { exact: true })).toBeInViewport();
  await expect(section.getByRole("button", { name: "Switch reminders off" })).toBeVisible();
});
