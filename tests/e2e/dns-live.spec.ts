import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { ownZone } from "./zone.ts";

const live = (page: Page) => page.getByRole("region", { name: "Is it live?" });
const resolver = (page: Page, name: string) => live(page).locator(".answers li", { hasText: name });

test("a live record is reported on its own page, which links to all records", { tag: "@script-independent" }, async ({
  page,
  customer,
}) => {
  const { path, records } = await ownZone(customer);
  await page.goto(`${path}/live?record=${records[0]?.id}`);
  await expect(live(page).locator(".record")).toHaveCount(1);
  await expect(live(page)).toContainText("This name uses our name servers.");
  await expect(resolver(page, "Google")).toContainText("Live");
  await expect(resolver(page, "Cloudflare")).toContainText("Live");
  await live(page).getByRole("link", { name: "Check all records" }).click();
  await expect(page).toHaveURL(`${path}/live`);
  await expect(live(page)).toContainText(/All \d+ records are live\./);
});

test("an outdated value shows when it expires, and a link checks again", { tag: "@scripts" }, async ({
  page,
  customer,
}) => {
  const { path, records } = await ownZone(customer, [["A", "old-soko", "203.0.113.24"]]);
  await page.goto(`${path}/live?record=${records[0]?.id}`);
  await expect(resolver(page, "Google")).toContainText("Live");
  await expect(resolver(page, "Cloudflare")).toContainText("Old value");
  await expect(resolver(page, "Cloudflare")).toContainText(/192\.0\.2\.99, until \d\d:\d\d( tomorrow)? at the latest/);
  const before = await live(page).getByText("Checked at").textContent();
  // The time has a resolution of one second.
  await expect(async () => {
    await live(page).getByRole("link", { name: "Check again" }).click();
    expect(await live(page).getByText("Checked at").textContent()).not.toBe(before);
  }).toPass();
  await expect(page).toHaveURL(/\/live\?record=/);
  await expect(resolver(page, "Cloudflare")).toContainText("Old value");
});
