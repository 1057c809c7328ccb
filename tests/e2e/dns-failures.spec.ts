import { signIn } from "./customers.ts";
import { enhanced, expect } from "./visitor.ts";
import { openAdd, ownName, test } from "./zone.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a provider that fails is said, and what was typed stays", { tag: "@scripts" }, async ({ page }) => {
  const name = `error500-${ownName()}`;
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("Failed to save DNS record")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
});

test("a press without a network says so and keeps what was typed", { tag: "@scripts" }, async ({
  page,
  context,
  complaints,
}) => {
  // Without scripts the browser itself says so.
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill("offline");
  await enhanced(page);
  await context.setOffline(true);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText(/This could not be sent/)).toBeVisible();
  await context.setOffline(false);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("ERR_INTERNET_DISCONNECTED")]);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
});
