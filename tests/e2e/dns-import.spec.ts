import type { Page } from "@playwright/test";
import { submitSignIn } from "./accounts.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";
import { ownZone, row } from "./zone.ts";

const lines = (page: Page) => page.getByLabel("Text of the file");
const file = (page: Page) => page.getByLabel("Or choose the file");
const show = (page: Page) => page.getByRole("button", { name: "Show what will change" }).click();
const choose = (page: Page, text: string) =>
  file(page).setInputFiles({ name: "example.zone", mimeType: "application/octet-stream", buffer: Buffer.from(text) });

let zone: Awaited<ReturnType<typeof ownZone>>;
test.beforeEach(async ({ page, customer }) => {
  zone = await ownZone(customer);
  await page.goto(`${zone.path}/import`);
});

test("a customer pastes a zone file, previews its changes and applies them", async ({ page, hasScripts }) => {
  const name = "soko";
  await lines(page).fill(
    [
      `$ORIGIN ${zone.name}.`,
      `${name} 300 IN A 41.90.64.12 ; the till`,
      `shop-${name} 300 CNAME shops.myshopify.com`,
      `week-${name} 1w A 41.90.64.13`,
    ].join("\n"),
  );
  await show(page);
  await expect(page.getByRole("heading", { name: "Records from a zone file" })).toBeVisible();
  await expect(page.getByText("We will add 2 records.")).toBeVisible();
  await expect(page.getByText("Line 4: a TTL above 86400 seconds")).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 is left out" })).toBeVisible();
  await expect(page.getByText("Write shops.myshopify.com. with a dot at the end")).toBeVisible();
  if (hasScripts) expect(await axe(page)).toEqual([]);

  await page.getByRole("button", { name: "Make these 2 changes" }).click();
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(row(page, name).filter({ hasText: "41.90.64.12" })).toContainText("the till");
  await expect(row(page, `week-${name}`)).toContainText("1 day");
});

test("a file of another domain is read as this one's by one more press", async ({ page }) => {
  const name = "soko";
  await choose(page, `njeri.co.ke. 300 SOA ns1.example.net. h.example.net. 1 2 3 4 5\r\n${name} 300 A 41.90.64.12`);
  await show(page);
  await expect(page.locator(".field-bad .error")).toContainText("This is a file of njeri.co.ke");
  await expect(page.getByRole("button", { name: "Leave out njeri.co.ke" })).toBeVisible();
  await page.getByRole("button", { name: "Read it as mine" }).click();
  await expect(page.getByText("We will add 1 record.")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("an uploaded zone file that is invalid comes back as text and can be corrected there", async ({ page }) => {
  const name = "soko";
  await page.getByLabel("Replace records that are in the file").check();
  await choose(page, `\uFEFF${name} 300 A 41.90.64\r\n`);
  await show(page);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.locator(".field-bad .error")).toContainText("The line cannot be imported");
  await expect(lines(page)).toHaveValue(`${name} 300 A 41.90.64\n`);
  await expect(file(page)).toHaveValue("");
  await expect(page.getByLabel("Replace records that are in the file")).toBeChecked();

  await lines(page).fill(`${name} 300 A 41.90.64.12`);
  await show(page);
  await expect(page.getByText("We will add 1 record.")).toBeVisible();
  await expect(page.locator("ins")).toContainText("41.90.64.12");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing was changed")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test("an import without a network keeps its text and file, and can be repeated", {
  tag: "@scripts",
}, async ({ page, context, consoleErrors }) => {
  await lines(page).fill("typed before");
  await hydrated(page);
  await choose(page, "first nonsense");
  await show(page);
  await expect(lines(page)).toHaveValue("first nonsense");
  await lines(page).fill("typed since");
  await choose(page, "second nonsense");
  await context.setOffline(true);
  await show(page);
  await expect(page.getByText(/This could not be sent/)).toBeVisible();
  await context.setOffline(false);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("ERR_INTERNET_DISCONNECTED")]);
  await expect(lines(page)).toHaveValue("typed since");
  await expect(file(page)).toHaveValue(/example\.zone$/);
  await show(page);
  await expect(lines(page)).toHaveValue("second nonsense");
  await lines(page).fill("third nonsense");
  await show(page);
  await expect(page.locator(".field-bad .error")).toContainText("third nonsense");
  await expect(lines(page)).toHaveValue("third nonsense");
});

test("a zone file sent after the session expired is restored after signing in", async ({ page, endSessions }) => {
  await choose(page, "www 300 A 41.90.64.12 ; from the file\n");
  await page.getByLabel("Replace records that are in the file").check();
  await endSessions(zone.email);
  await show(page);
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await submitSignIn(page, zone.email);
  await page.getByRole("button", { name: "Continue with it" }).click();
  await expect(page.getByText("What you typed is here.")).toBeVisible();
  await expect(lines(page)).toHaveValue("www 300 A 41.90.64.12 ; from the file\n");
  await expect(page.getByLabel("Replace records that are in the file")).toBeChecked();
});

test("a zone file too long to be carried through the sign-in stays in its page", { tag: "@scripts" }, async ({
  page,
  endSessions,
  consoleErrors,
}) => {
  const long = `www 300 A 41.90.64.12 ; ${"a".repeat(100)}\n`.repeat(400);
  await lines(page).fill(long);
  await hydrated(page);
  await endSessions(zone.email);
  await show(page);
  await expect(page.getByText(/You were signed out\. What you typed is still here/)).toBeVisible();
  await expect(lines(page)).toHaveValue(long);
  consoleErrors.splice(0);
});
