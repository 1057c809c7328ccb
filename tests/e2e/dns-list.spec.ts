import { CUSTOMER } from "./accounts.ts";
import { expect, goBackAtNextStep, hydrated, test } from "./fixtures.ts";
import { ownZone, PATH, row } from "./zone.ts";

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

test("each record of the list has its whole value in view, and Edit", {
  tag: ["@wide", "@script-independent"],
}, async ({ page, customer }) => {
  const key = `v=DKIM1; k=rsa; p=${"MIGfMA0GCSqGSIb3DQEBAQ".repeat(12)}`;
  const { path } = await ownZone(customer, [
    ["CNAME", "selector1._domainkey", "selector1-mamanjeri-co-ke._domainkey.mamanjeri.onmicrosoft.com"],
    ["TXT", "key._domainkey", key],
  ]);
  await page.goto(path);
  const cut = page.locator(".content :is(span, b)");
  const areCut = () => cut.evaluateAll((all) => all.map((one) => one.scrollHeight > one.clientHeight + 1));
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Edit" }).first()).toBeVisible();
  expect(await areCut()).toEqual([true, false]);
  await row(page, "key._domainkey").getByText("Show all").click();
  expect(await areCut()).toEqual([false, false]);
  await expect(row(page, "key._domainkey")).toContainText(key);
});
