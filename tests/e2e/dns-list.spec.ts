import { signIn } from "./accounts.ts";
import { expect, goBackAtNextStep, hydrated } from "./fixtures.ts";
import { PATH, test } from "./zone.ts";

test("the DNS list is filtered and sorted, with both in the URL, and the slash key focuses its search field", {
  tag: "@wide",
}, async ({ page, hasScripts }) => {
  const rows = page.locator("tbody").getByRole("row");
  const field = page.getByRole("searchbox");
  const others = rows.filter({ hasNotText: /auto/i });
  await signIn(page);
  await page.goto(PATH);
  await field.fill("auto");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/\?q=auto/);
  await expect(others).toHaveCount(0);
  await page.getByRole("link", { name: "TTL", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=auto&sort=ttl$/);
  await expect(field).toHaveValue("auto");
  await expect(rows.first()).toContainText("Auto");
  if (!hasScripts) return;
  await field.fill("no such record");
  await hydrated(page);
  await expect(page.getByText("No records match.")).toBeVisible();
  await field.fill("auto");
  await expect(others).toHaveCount(0);
  await field.evaluate((one: HTMLElement) => one.blur());
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(field).toHaveValue("a/b");
  await field.fill("auto");
  await page.getByRole("link", { name: "Type", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=auto&sort=type$/);
  await expect(field).toHaveValue("auto");
  await expect(others).toHaveCount(0);
  await field.fill("no such record");
  await goBackAtNextStep(page);
  await field.press("Enter");
  await expect(field).toHaveValue("auto");
  await expect(others).toHaveCount(0);
});
