import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { signIn } from "./customers.ts";
import { enhanced, expect, test } from "./visitor.ts";

const ZONE = "mamamboga.co.ke";
const PATH = `/dashboard/domains/${ZONE}/dns`;

/** A name of this test's own: the projects share the zone. */
const ownName = () => `t-${crypto.randomUUID().slice(0, 8)}`;
const row = (page: Page, name: string) => page.locator(".record", { hasText: name });

async function openAdd(page: Page, path = PATH) {
  await page.goto(`${path}/add`);
  await expect(page.getByRole("heading", { name: "Add a record" })).toBeVisible();
}

async function chooseType(page: Page, type: string, isEnhanced: boolean) {
  if (isEnhanced) {
    await page.locator("form [name=type]").first().focus();
    await enhanced(page);
  }
  await page.getByLabel("Type").first().selectOption(type);
  if (!isEnhanced) await page.getByRole("button", { name: "Show the fields of the chosen type" }).click();
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a customer adds a record, sees it, changes it, and deletes it", async ({ page }) => {
  const name = ownName();
  await page.goto(PATH);
  await page.getByRole("link", { name: "Add record" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`${name}.${ZONE}.`);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByLabel("Send visitors through the CDN").uncheck();
  await page.getByRole("button", { name: "Add record" }).click();

  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await expect(row(page, name)).toContainText("41.90.64.12");
  await expect(row(page, name)).toContainText("TTL 1 hour (3600 s)");

  await row(page, name).getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
  await page.getByLabel("IPv4 address").fill("41.90.64.99");
  await page.getByLabel("Keep for (TTL)").selectOption("300");
  await page.getByRole("button", { name: "Save record" }).click();
  await expect(page.getByText("DNS record updated successfully")).toBeVisible();
  await expect(row(page, name)).toContainText("41.90.64.99");
  await expect(row(page, name)).toContainText("TTL 5 minutes (300 s)");

  await row(page, name).getByRole("link", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Delete this record?" })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(PATH);
  await row(page, name).getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete record" }).click();
  await expect(page.getByText("DNS record deleted successfully")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test("with scripts the DNS of a name opens over the dashboard, with an address, and closes again", async ({
  page,
  isEnhanced,
}) => {
  test.skip(!isEnhanced, "without scripts it is a page of its own");
  const name = ownName();
  await page.getByLabel("Find a name among yours").focus();
  await enhanced(page);
  const opener = page.getByRole("link", { name: `DNS settings of ${ZONE}` });
  await opener.click();
  const over = page.getByRole("dialog", { name: `DNS for ${ZONE}` });
  await expect(over).toBeVisible();
  await expect(page).toHaveURL(PATH);
  await over.getByRole("link", { name: "Add record" }).click();
  await over.getByLabel("Name", { exact: true }).fill(name);
  await over.getByLabel("IPv4 address").fill("41.90.64.12");
  await over.getByRole("button", { name: "Add record" }).click();
  await expect(over.getByText("DNS record added successfully")).toBeVisible();
  await expect(over.locator(".record", { hasText: name })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await over.getByRole("link", { name: "Close" }).click();
  await expect(over).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { name: "Habari, Njeri Mwangi" })).toBeVisible();
  await opener.click();
  await expect(over).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/dashboard");
  await opener.click();
  await expect(over).toBeVisible();
  await page.goBack();
  await expect(over).toHaveCount(0);
  // By its address it is a page.
  await page.goto(PATH);
  await expect(page.getByRole("heading", { name: `DNS for ${ZONE}` })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Habari, Njeri Mwangi" })).toBeVisible();
});

test("a mistake is told at its field, and nothing typed is lost", async ({ page }) => {
  const name = ownName();
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.locator(".field-bad .error")).toHaveText(/four numbers/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64");
  await expect(page.getByLabel("Send visitors through the CDN")).toBeChecked();
  await expect(row(page, name)).toHaveCount(0);
});

test("with the keyboard alone one adds a record: Enter saves", async ({ page, isEnhanced }) => {
  const name = ownName();
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).focus();
  if (isEnhanced) await enhanced(page);
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("41.90.64.12");
  await page.keyboard.press("Enter");
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await expect(row(page, name)).toContainText("41.90.64.12");
});

test("another type has other fields, and what was typed before is still there", async ({ page, isEnhanced }) => {
  const name = ownName();
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await chooseType(page, "MX", isEnhanced);
  await expect(page.getByLabel("Priority")).toHaveValue("10");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("Send visitors through the CDN")).toHaveCount(0);
  await chooseType(page, "SRV", isEnhanced);
  await expect(page.getByLabel("Priority")).toHaveValue("");
  await expect(page.getByLabel("Port")).toBeVisible();
  await chooseType(page, "A", isEnhanced);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
  await expect(page.getByLabel("Send visitors through the CDN")).not.toBeChecked();
});

test("mail, a service and a certificate authority are added with their own fields", async ({ page, isEnhanced }) => {
  const name = ownName();
  await openAdd(page);
  await chooseType(page, "MX", isEnhanced);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Mail server").fill("mail.example.net");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(row(page, name)).toContainText("Priority 10");

  await openAdd(page);
  await chooseType(page, "SRV", isEnhanced);
  await page.getByLabel("Name", { exact: true }).fill(`_sip._tcp.${name}`);
  await page.getByLabel("Priority").fill("1");
  await page.getByLabel("Weight").fill("5");
  await page.getByLabel("Port").fill("5060");
  await page.getByLabel("Server", { exact: true }).fill("sip.example.net");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(row(page, `_sip._tcp.${name}`)).toContainText("5 5060 sip.example.net");

  await openAdd(page);
  await chooseType(page, "CAA", isEnhanced);
  await page.getByLabel("Name", { exact: true }).fill(`caa-${name}`);
  await page.getByLabel("Value", { exact: true }).fill("letsencrypt.org");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(row(page, `caa-${name}`)).toContainText('0 issue "letsencrypt.org"');
});

test("harm is stopped before it is done: a CNAME beside others, a private address behind the CDN", async ({
  page,
  isEnhanced,
}) => {
  await openAdd(page);
  await chooseType(page, "CNAME", isEnhanced);
  await page.getByLabel("Name", { exact: true }).fill("@");
  await page.getByLabel("Points to").fill("shops.example.net");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.locator(".field-bad .error")).toContainText("and there is: A record mamamboga.co.ke");
  await expect(page.getByLabel("Points to")).toHaveValue("shops.example.net");

  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(ownName());
  await page.getByLabel("IPv4 address").fill("192.168.1.10");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.locator(".field-bad .error")).toContainText("private address");
});

test("what is unusual but legal is done, with a word about it", async ({ page }) => {
  const name = ownName();
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(`*.${name}`);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await expect(page.getByText(/star stands for every name below/)).toBeVisible();
});

test("an answer that is lost is looked up, and the record is there once", async ({ page }) => {
  const name = `lost-${ownName()}`;
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("DNS record added successfully")).toBeVisible({ timeout: 15_000 });
  await expect(row(page, name)).toHaveCount(1);
  await page.reload();
  await expect(row(page, name)).toHaveCount(1);
});

test("a provider that fails is said, and what was typed stays", async ({ page }) => {
  const name = `error500-${ownName()}`;
  await openAdd(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("Failed to save DNS record")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(page.getByLabel("IPv4 address")).toHaveValue("41.90.64.12");
});

test("a press without a network says so and keeps what was typed", async ({
  page,
  isEnhanced,
  context,
  complaints,
}) => {
  test.skip(!isEnhanced, "without scripts the browser itself says so");
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

test("the list can be narrowed by text and type and ordered, and the address says how", async ({ page }) => {
  await page.goto(PATH);
  const all = await page.locator(".record").count();
  await page.getByLabel("Find").fill("outlook");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/q=outlook/);
  await expect(page.getByRole("heading", { name: new RegExp(` of ${all} records`) })).toBeVisible();
  for (const text of await page.locator(".record").allTextContents()) expect(text.toLowerCase()).toContain("outlook");
  await page.getByLabel("Find").fill("no such record");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No records match.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.locator(".record")).toHaveCount(all);
});

test("250 records are all listed, and types that we do not change are shown only", async ({
  page,
  context,
  complaints,
}) => {
  await page.goto(PATH);
  const loc = page.locator(".record", { has: page.getByText("LOC", { exact: true }) });
  await expect(loc).toContainText("Shown only");
  await expect(loc.getByRole("link")).toHaveCount(0);
  await context.clearCookies();
  await signIn(page, "second@example.co.ke");
  await page.goto("/dashboard/domains/big-zone-demo.co.ke/dns");
  await expect(page.getByRole("heading", { name: "250 records" })).toBeVisible();
  await expect(page.locator(".record")).toHaveCount(250);
  await page.goto("/dashboard/domains/error500-demo.co.ke/dns");
  await expect(page.getByText("Failed to fetch DNS records")).toBeVisible();
  await expect(page.getByRole("link", { name: "Retry" })).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("503");
});

test("a name that is not one's own is not found, and a zone that fails says so with a way to try again", async ({
  page,
}) => {
  await page.goto("/dashboard/domains/oumaelectronics.co.ke/dns");
  await expect(page.getByRole("heading", { name: "Domain not found in database" })).toBeVisible();
  await page.goto("/dashboard/domains/oumaelectronics.co.ke/dns/add");
  await expect(page.getByRole("heading", { name: "Domain not found in database" })).toBeVisible();
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the DNS pages in ${scheme}`, async ({ page, isEnhanced }) => {
    test.skip(!isEnhanced, "axe is a script");
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of [PATH, `${PATH}/add`, `${PATH}?q=nothing-like-it`]) {
      await page.goto(path);
      expect(await axe(page), path).toEqual([]);
    }
    await openAdd(page);
    await page.getByRole("button", { name: "Add record" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
}

test("nothing sticks out at 320 px, and everything to press is large enough", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [PATH, `${PATH}/add`]) {
    await page.goto(path);
    const { width, small } = await page.evaluate(() => {
      const targets = [...document.querySelectorAll("main a, main button, main input:not([type=hidden]), main select")];
      const small = targets
        .map((target) => ({ name: target.outerHTML.slice(0, 80), box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height < 24)
        .map(({ name }) => name);
      return { width: document.documentElement.scrollWidth, small };
    });
    expect(width, path).toBeLessThanOrEqual(320);
    expect(small, path).toEqual([]);
  }
});
