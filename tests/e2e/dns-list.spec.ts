import { axe, CLOTHS } from "./axe.ts";
import { signIn } from "./customers.ts";
import { expect, test } from "./visitor.ts";
import { openAdd, PATH } from "./zone.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page);
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

test("250 records are all listed, and types that we do not change are shown only", {
  tag: ["@plain", "@wide"],
}, async ({ page, context, complaints }) => {
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

test("a name that is not one's own is not found, and a zone that fails says so with a way to try again", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("/dashboard/domains/oumaelectronics.co.ke/dns");
  await expect(page.getByRole("heading", { name: "Domain not found in database" })).toBeVisible();
  await page.goto("/dashboard/domains/oumaelectronics.co.ke/dns/add");
  await expect(page.getByRole("heading", { name: "Domain not found in database" })).toBeVisible();
});

for (const [scheme, rules] of CLOTHS) {
  test(`axe finds nothing on the DNS pages in ${scheme}`, async ({ page, isEnhanced }) => {
    test.skip(!isEnhanced, "axe is a script");
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of [PATH, `${PATH}/add`, `${PATH}?q=nothing-like-it`]) {
      await page.goto(path);
      expect(await axe(page, rules), path).toEqual([]);
    }
    await openAdd(page);
    await page.getByRole("button", { name: "Add record" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axe(page, rules)).toEqual([]);
  });
}

test("nothing sticks out at 320 px, and every target is at least 44 px high", { tag: "@plain" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [PATH, `${PATH}/add`]) {
    await page.goto(path);
    const { width, small } = await page.evaluate(() => {
      const small = [...document.querySelectorAll("main a, main button, main input:not([type=hidden]), main select")]
        // A box to tick is pressed by its label.
        .map((target) => target.closest(".tick, .pick") ?? target)
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.5)
        .map((target) => target.outerHTML.slice(0, 80));
      return { width: document.documentElement.scrollWidth, small };
    });
    expect(width, path).toBeLessThanOrEqual(320);
    expect(small, path).toEqual([]);
  }
});
