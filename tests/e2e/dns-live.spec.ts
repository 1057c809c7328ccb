import type { Page } from "@playwright/test";
import { signIn } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { newName, PATH, putRecord, test } from "./zone.ts";

const LIVE = `${PATH}/live`;
const live = (page: Page) => page.getByRole("region", { name: "Is it live?" });
const resolver = (page: Page, name: string) => live(page).locator(".answers li", { hasText: name });

test("a live record is reported on its own page, which links to all records", { tag: "@script-independent" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto(`${LIVE}?record=${await putRecord(page, newName())}`);
  await expect(live(page).locator(".record")).toHaveCount(1);
  await expect(live(page)).toContainText("This name uses our name servers.");
  await expect(resolver(page, "Google")).toContainText("Live");
  await expect(resolver(page, "Cloudflare")).toContainText("Live");
  await live(page).getByRole("link", { name: "Check all records" }).click();
  await expect(page).toHaveURL(LIVE);
  await expect(live(page)).toContainText(/ records on this page are live\./);
});

test("an outdated value shows when it expires, and a link checks again", { tag: "@scripts" }, async ({ page }) => {
  await signIn(page);
  const path = `${LIVE}?record=${await putRecord(page, `old-${newName()}`)}`;
  await page.goto(path);
  await expect(resolver(page, "Google")).toContainText("Live");
  await expect(resolver(page, "Cloudflare")).toContainText("Old value");
  await expect(resolver(page, "Cloudflare")).toContainText(/192\.0\.2\.99, until \d\d:\d\d( tomorrow)? at the latest/);
  const before = await live(page).getByText("Checked at").textContent();
  // The time has a resolution of one second.
  await expect(async () => {
    await live(page).getByRole("link", { name: "Check again" }).click();
    expect(await live(page).getByText("Checked at").textContent()).not.toBe(before);
  }).toPass();
  await expect(page).toHaveURL(path);
  await expect(resolver(page, "Cloudflare")).toContainText("Old value");
});
