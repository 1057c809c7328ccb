import type { Page } from "@playwright/test";
import { signIn } from "./accounts.ts";
import { expect, hydrated } from "./fixtures.ts";
import { axeInBothSchemes, overflow, smallTargets } from "./page-checks.ts";
import { newName, openAdd, PATH, putRecord, row, test } from "./zone.ts";

const LIVE = `${PATH}/live`;
const live = (page: Page) => page.getByRole("region", { name: "Is it live?" });
const answer = (page: Page, resolver: string) => live(page).locator(".answers li", { hasText: resolver });

/** Creates a record and returns the path of its live check. */
const pathOf = async (page: Page, name: string) => `${LIVE}?record=${await putRecord(page, name)}`;

test("a new record is reported live on its own page", async ({ page }) => {
  await signIn(page);
  const name = newName();
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByLabel("Send visitors through the CDN").uncheck();
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  const edit = await row(page, name).getByRole("rowheader").getByRole("link").getAttribute("href");
  const [, id = ""] = /dns\/([^/]+)\/edit/.exec(edit ?? "") ?? [];
  await page.goto(`${LIVE}?record=${id}`);
  await expect(live(page).locator(".record")).toHaveCount(1);
  await expect(live(page)).toContainText("The world asks our name servers.");
  await expect(answer(page, "Google")).toContainText("Live");
  await expect(answer(page, "Cloudflare")).toContainText("Live");
  await live(page).getByRole("link", { name: "Check all records" }).click();
  await expect(page).toHaveURL(LIVE);
  await expect(live(page).locator(".record")).toHaveCount(10);
});

test("an outdated value shows when it expires, and a link checks again", { tag: "@scripts" }, async ({ page }) => {
  await signIn(page);
  await page.goto(await pathOf(page, `old-${newName()}`));
  await expect(answer(page, "Google")).toContainText("Live");
  await expect(answer(page, "Cloudflare")).toContainText("Old value");
  await expect(answer(page, "Cloudflare")).toContainText(/192\.0\.2\.99, until \d\d:\d\d( tomorrow)? at the latest/);
  const address = page.url();
  const again = live(page).getByRole("link", { name: "Check again" });
  const before = await live(page).getByText("Checked at").textContent();
  // The time has a resolution of one second.
  await expect(async () => {
    await again.click();
    expect(await live(page).getByText("Checked at").textContent()).not.toBe(before);
  }).toPass();
  await expect(page).toHaveURL(address);
  await expect(answer(page, "Cloudflare")).toContainText("Old value");
});

test("the live check of a large zone has pages", { tag: "@scripts" }, async ({ page, hasScripts }) => {
  await signIn(page, "second@example.co.ke");
  const zone = "/dashboard/domains/big-zone-demo.co.ke/dns";
  const path = `${zone}/live`;
  await page.goto(zone);
  // Focusing a form starts hydration; links do not.
  await page.getByLabel("Find").focus();
  if (hasScripts) await hydrated(page);
  await page.getByRole("link", { name: "Is it live?" }).click();
  await expect(page).toHaveURL(path);
  await expect(live(page).getByText("Page 1 of 25.")).toBeVisible();
  await expect(live(page).getByRole("link", { name: "Earlier names" })).toHaveCount(0);
  const more = live(page).getByRole("link", { name: "More names" });
  await more.click();
  await expect(page).toHaveURL(`${path}?page=2`);
  await expect(live(page).getByText("Page 2 of 25.")).toBeVisible();
  await expect(live(page).getByRole("heading", { name: "Is it live?" })).toBeInViewport();
  await live(page).getByRole("link", { name: "Earlier names" }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(live(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "250 records" })).toBeVisible();
});

test("axe finds nothing on the pages of public DNS answers", { tag: ["@wide", "@scripts"] }, async ({ page }) => {
  await signIn(page);
  await page.goto(await pathOf(page, `old-${newName()}`));
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.goto(LIVE);
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.context().clearCookies();
  await signIn(page, "second@example.co.ke");
  for (const name of ["elsewhere-demo", "unreachable-demo"]) {
    await page.goto(`/dashboard/domains/${name}.co.ke/dns/live`);
    expect(await axeInBothSchemes(page), name).toEqual([]);
  }
});

test("the page of public DNS answers fits 320 px, and every target is at least 44 px high", {
  tag: "@plain",
}, async ({ page }) => {
  await signIn(page, "second@example.co.ke");
  for (const name of ["elsewhere-demo", "big-zone-demo", "unreachable-demo"]) {
    await page.goto(`/dashboard/domains/${name}.co.ke/dns/live`);
    expect(await overflow(page, 320), name).toBe(0);
    expect(await smallTargets(page, "main"), name).toEqual([]);
  }
});
