import { rowLink } from "./accounts.ts";
import { expect, holdRequests, hydrated, hydrateFrom, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";
import { chooseType, more, openAdd, ownZone, row } from "./zone.ts";

let zone: Awaited<ReturnType<typeof ownZone>>;
test.beforeEach(async ({ customer }) => {
  zone = await ownZone(customer);
});

test("a customer corrects a new record, adds, edits and deletes it", { tag: "@wide" }, async ({ page }) => {
  const name = "soko";
  await page.goto(zone.path);
  await page.getByRole("link", { name: "Add record" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`${name}.${zone.name}.`);
  await page.getByLabel("IPv4 address").fill("41.90.64");
  await page.getByText("More settings").click();
  await page.getByLabel("Send visitors through the CDN").selectOption("Off");
  await page.getByRole("button", { name: "Add record" }).click();

  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.locator(".field-bad .error")).toHaveText(/four numbers/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(`${name}.${zone.name}.`);
  await expect(page.getByLabel("Send visitors through the CDN")).toHaveValue("off");
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByLabel("IPv4 address").press("Enter");

  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/dns#record-\w+$/);
  await expect(row(page, name)).toContainText("41.90.64.12");
  await expect(row(page, name)).toContainText("1 hour");

  await row(page, name).getByRole("rowheader").getByRole("link").click();
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
  await expect(page.getByLabel("IPv4 address")).toBeFocused();
  await page.getByLabel("IPv4 address").fill("41.90.64.99");
  await expect(page.getByLabel("Another time")).toBeHidden();
  await page.getByLabel("Keep for (TTL)").selectOption("Other…");
  await page.getByLabel("Another time").fill("15 minutes");
  await page.getByRole("button", { name: "Save record" }).click();
  await expect(page.getByText("DNS record updated successfully")).toBeVisible();
  await expect(row(page, name)).toContainText("41.90.64.99");
  await expect(row(page, name)).toContainText("15 min");
  await expect(row(page, name)).toHaveClass("changed");
  await expect(row(page, name)).toBeInViewport();

  await (await more(page, name, "Delete")).click();
  await expect(page.getByRole("heading", { name: "Delete this record?" })).toBeVisible();
  await expect(page.getByText(`${name}.${zone.name} stops opening.`)).toBeVisible();
  await page.getByRole("link", { name: "Keep it" }).click();
  await expect(page).toHaveURL(zone.path);
  await (await more(page, name, "Delete")).click();
  await page.getByRole("button", { name: "Delete record" }).click();
  await expect(page.getByText("DNS record deleted successfully")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test("the record form is above the list and as wide", { tag: ["@wide", "@script-independent"] }, async ({ page }) => {
  await openAdd(page, zone.path);
  const edgesOf = (name: string) =>
    page.getByRole("region", { name }).evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    });
  const [form, list] = [await edgesOf("Add a record"), await edgesOf(" records")];
  expect([form.left, form.right]).toEqual([list.left, list.right]);
  expect(form.bottom).toBeLessThanOrEqual(list.top);
  const top = (label: string) =>
    page
      .getByLabel(label, { exact: true })
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  // On a small phone the type has a line of its own.
  if (page.viewportSize()?.width === 360) expect(await top("Type")).toBeLessThan(await top("Name"));
  else expect(await top("Type")).toBe(await top("Name"));
});

test("a domain's DNS opens and closes in a dialog with its own URL", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  const name = "soko";
  await page.goto("/dashboard");
  await hydrateFrom(page.getByLabel("Which name do you want?"));
  const open = async () => (await rowLink(page, zone.name, `DNS settings of ${zone.name}`)).click();
  await open();
  const dialog = page.getByRole("dialog", { name: zone.name });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(zone.path);
  await dialog.getByRole("link", { name: "Add record" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("IPv4 address").fill("41.90.64.12");
  await dialog.getByRole("button", { name: "Add record" }).click();
  await expect(dialog.getByText("DNS record added successfully")).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: name })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(dialog.getByRole("heading", { name: "Is your mail working?" })).toBeVisible();
  await expect(page).toHaveURL(`${zone.path}/mail`);
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "Habari, Amina Wekesa" })).toBeVisible();
  for (const close of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
    await open();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/dashboard");
  }
  // Opened by its URL it is a page.
  await page.goto(zone.path);
  await expect(page.getByRole("heading", { name: zone.name })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: "Domains" }).click();
  await expect(page.getByRole("heading", { name: "Habari, Amina Wekesa" })).toBeVisible();
});

test("changing the record type changes the fields and keeps the input", async ({ page, hasScripts }) => {
  const name = "soko";
  await openAdd(page, zone.path);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await chooseType(page, "MX", hasScripts);
  await expect(page.getByLabel("Priority")).toHaveValue("10");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("Send visitors through the CDN")).toHaveCount(0);
  await chooseType(page, "SRV", hasScripts);
  await expect(page.getByLabel("Priority")).toHaveValue("");
  await expect(page.getByLabel("Port")).toBeVisible();
  await chooseType(page, "A", hasScripts);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
  await expect(page.getByLabel("Send visitors through the CDN")).toHaveValue("auto");
});

test("a record type chosen before hydration has its fields after it", { tag: "@scripts" }, async ({ page }) => {
  const letScriptsGo = await holdRequests(page, "**/assets/*.js");
  await page.goto(`${zone.path}/add`);
  await page.getByLabel("Type").first().selectOption("MX");
  await page.getByLabel("Name", { exact: true }).fill("early");
  letScriptsGo();
  await hydrated(page);
  await expect(page.getByLabel("Mail server")).toBeVisible();
  await expect(page.getByLabel("Priority")).toHaveValue("10");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("early");
  await expect(page.locator(".sentence")).toHaveText("Type the mail server above to see where mail will go.");
});
