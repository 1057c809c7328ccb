import { CUSTOMER } from "./accounts.ts";
import { expect, goBackAtNextStep, hydrated, test } from "./fixtures.ts";
import { PATH } from "./zone.ts";

test("the DNS list can be filtered, sorted and searched by a slash", { tag: "@wide" }, async ({
  page,
  hasScripts,
  signIn,
}) => {
  const rows = page.locator("tbody").getByRole("row");
  const field = page.getByRole("searchbox");
  const others = rows.filter({ hasNotText: /auto/i });
  await signIn(CUSTOMER);
  await page.goto(PATH);
  await field.fill("o");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/\?q=o/);
  await expect(page.getByRole("heading", { name: / of \d+ records/ })).toBeVisible();
  await page.getByRole("link", { name: "TTL", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=o&sort=ttl$/);
  await expect(field).toHaveValue("o");
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
