import { backAtOnce, enhanced, expect, test } from "./visitor.ts";

const PLANS = [
  ["Starter", "KSh 519", "≈ US$3.99", "KSh 649, ≈ US$4.99", ["50 GB storage", "1 website", "Weekly backups"]],
  ["Economy", "KSh 1,039", "≈ US$7.99", "KSh 1,299, ≈ US$9.99", ["100 GB storage", "Unlimited websites"]],
  ["Deluxe with SSL", "KSh 1,429", "≈ US$10.99", "KSh 1,819, ≈ US$13.99", ["150 GB storage", "Daily backups"]],
  ["Ultimate with SSL", "KSh 1,910", "≈ US$14.69", "KSh 2,599, ≈ US$19.99", ["200 GB storage", "SSL included"]],
] as const;

test("the home page offers e-mail at the own name: five points, three cards, the price of a user", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  const email = page.locator("section", { has: page.getByRole("heading", { name: "Write from your own name" }) });
  const [points, cards] = [email.getByRole("list").nth(0), email.getByRole("list").nth(1)];
  await expect(points.getByRole("listitem")).toHaveCount(5);
  await expect(points.getByRole("listitem").filter({ hasText: "1 TB" })).toHaveText("1 TB of cloud storage per user");
  await expect(cards.getByRole("heading")).toHaveText(["Professional e-mail", "Microsoft 365", "Someone to ask"]);
  await expect(cards).toContainText("KSh 909 a user, a month");
  await expect(cards).toContainText("≈ US$6.99 · 50 GB mailbox");
  const office = cards.getByRole("link", { name: "See Microsoft 365" });
  await expect(office).toHaveAttribute("href", /^https:/);
  await expect(office).toHaveAttribute("target", "_blank");
});

test("four plans show both prices in shillings and dollars, and one is recommended", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  const cells = page.locator(".bolt > li");
  await expect(cells).toHaveCount(4);
  for (const [index, [name, ksh, usd, original, features]] of PLANS.entries()) {
    const cell = cells.nth(index);
    await expect(cell.getByRole("heading")).toHaveText(name);
    await expect(cell.getByText(ksh, { exact: true })).toBeVisible();
    await expect(cell).toContainText(`a month, ${usd} instead of ${original}`);
    await expect(cell.locator("s")).toContainText(original);
    for (const feature of features) await expect(cell.getByText(feature, { exact: true })).toBeVisible();
  }
  await expect(cells.filter({ hasText: "Recommended" }).getByRole("heading")).toHaveText("Deluxe with SSL");
});

test("choosing a plan leads to the contact form, filled in", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Choose Deluxe" }).click();
  await expect(page).toHaveURL("/contact?plan=deluxe");
  await expect(page.getByLabel("Subject")).toHaveValue("Hosting enquiry: Deluxe with SSL");
  await expect(page.getByLabel("Message")).toHaveValue("Hello, I am interested in the Deluxe with SSL hosting plan.");
  await expect(page.getByLabel("Domain (optional)")).toHaveValue("");
  const unknown = await page.goto("/contact?plan=gold");
  expect(unknown?.headers()["cache-control"]).toBe("private, no-cache");
  await expect(page.getByLabel("Subject")).toHaveValue("");
});

test("who is not sure what they need is led to a person", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Not sure what you need?" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Talk to us" }).click();
  await expect(page).toHaveURL("/contact");
});

test("the price list shows every ending in two tables, Kenyan ones first, and what each is for", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  const reply = await page.goto("/domains/pricing");
  expect(reply?.headers()["cache-control"]).toContain("public");
  const tables = page.getByRole("table");
  await expect(tables).toHaveCount(2);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Kenyan endings",
    "International endings",
  ]);
  await expect(tables.nth(0).getByRole("columnheader")).toHaveText([
    "Ending",
    "First year, from",
    "Each year after, from",
  ]);
  const row = (ending: string) => page.getByRole("row", { name: new RegExp(`^\\.${ending} `) });
  await expect(tables.nth(0).getByRole("rowheader")).toHaveCount(10);
  await expect(row("co.ke").getByRole("rowheader")).toHaveText(".co.keFor a business");
  await expect(row("ac.ke").getByRole("rowheader")).toHaveText(".ac.keFor colleges, with papers");
  await expect(row("ke").getByRole("cell")).toHaveText(["KSh 4,500≈ US$34.62", "KSh 4,500≈ US$34.62", "Check"]);
  await expect(row("com").getByRole("rowheader")).toHaveText(".comKnown everywhere");
  await expect(row("com").getByRole("cell")).toHaveText(["KSh 1,942≈ US$14.94", "KSh 3,288≈ US$25.29", "Check"]);
  await expect(page.getByText("Haba na haba hujaza kibaba")).toHaveCount(1);
});

test("a name typed once is checked with any ending of the list", { tag: "@wide" }, async ({ page, isEnhanced }) => {
  await page.goto("/domains/pricing");
  const check = (ending: string) => page.getByRole("button", { name: `Check your name with .${ending}`, exact: true });
  await expect(page.getByRole("table").getByRole("button")).toHaveCount(23);
  await page.getByLabel("Which name do you want?").fill("mamanjeri.com");
  if (isEnhanced) await enhanced(page);
  await check("or.ke").click();
  await expect(page.getByRole("heading", { level: 1, name: "mamanjeri.or.ke" })).toBeVisible();
  await expect(page.getByLabel("Which name do you want?")).toHaveValue("mamanjeri.or.ke");

  await page.goto("/domains/pricing");
  if (isEnhanced) await page.getByLabel("Which name do you want?").focus();
  if (isEnhanced) await enhanced(page);
  await check("ke").click();
  const field = page.getByLabel("Which name do you want?");
  await expect(field).toHaveAccessibleDescription("Type the name you want, for example mamanjeri.ke.");
});

test("a filter narrows the list by a form, and an empty answer leads back to the whole list", async ({ page }) => {
  await page.goto("/domains/pricing");
  const field = page.getByLabel("Filter by ending");
  await field.fill(".OR");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL("/domains/pricing?filter=.OR");
  await expect(page.getByRole("rowheader")).toHaveText([/^\.or\.ke/, /^\.org/, /^\.store/]);
  await expect(page.getByRole("status").filter({ hasText: "endings" })).toHaveText("3 of 23 endings");
  await expect(field).toHaveValue(".OR");

  const reply = await page.goto("/domains/pricing?filter=%3Cb%3Ezzz");
  expect([reply?.status(), reply?.headers()["cache-control"]]).toEqual([200, "private, no-cache"]);
  await expect(page.getByText("No ending matches “<b>zzz”.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("link", { name: "Show all endings" }).click();
  await expect(page).toHaveURL("/domains/pricing");
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await expect(field).toHaveValue("");
});

test("with scripts the list follows the typing, and neither that nor Enter asks the server", {
  tag: "@scripts",
}, async ({ page }) => {
  // Without scripts it is the form.
  await page.goto("/domains/pricing");
  const field = page.getByLabel("Filter by ending");
  // Before the scripts have come: it counts all the same.
  await field.pressSequentially("afr");
  await enhanced(page);
  await expect(page.getByRole("rowheader")).toHaveText([/^\.africa/]);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  // Remix draws the head anew, and the browser its icon with it.
  page.on("request", (request) => !request.url().endsWith("/favicon.svg") && asked.push(request.url()));
  await field.fill("or");
  await expect(page.getByRole("status").filter({ hasText: "endings" })).toHaveText("3 of 23 endings");
  await field.fill("xyz");
  await expect(page.getByText("No ending matches “xyz”.")).toBeVisible();
  await field.fill("shop");
  await field.press("Enter");
  await expect(page).toHaveURL("/domains/pricing?filter=shop");
  await expect(page.getByRole("rowheader")).toHaveText([/^\.shop/]);
  await expect(page.getByRole("region", { name: "Prices" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await field.fill("shop");
  await backAtOnce(page);
  await field.press("Enter");
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await expect(field).toHaveValue("");
  expect(asked).toEqual([]);
});

const LEGAL = [
  ["/privacy", "Privacy Policy", "Data Protection Commissioner"],
  ["/terms", "Terms and Conditions", "Kenyan shillings"],
  ["/cookies", "Cookie Policy", "sets no cookie at all"],
] as const;

for (const [path, title, words] of LEGAL) {
  test(`${path} is a text with today's date, contents that lead to its parts, and an address to write to`, {
    tag: ["@plain", "@wide"],
  }, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("contentinfo").locator(`a[href="${path}"]`).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} | Mtandao`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const today = new Date().toLocaleDateString("en-CA", { timeZone: "Africa/Nairobi" });
    await expect(page.getByText(/^Last updated \d+ \w+ \d{4}$/).locator("time")).toHaveAttribute("datetime", today);
    await expect(page.getByRole("main")).toContainText(words);
    await expect(page.getByRole("main").locator("a[href='mailto:info@mtandao.co.ke']")).toBeVisible();
    const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    const parts = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    await expect(contents).toHaveText(parts);
    await contents.last().click();
    await expect(page.getByRole("heading", { name: "Write to us", exact: true })).toBeInViewport();
  });
}

test("the cookie policy is true: reading and searching set no cookie", async ({ page }) => {
  for (const path of ["/", "/domains?q=mamanjeri.com", "/domains/pricing", "/contact", "/cookies"])
    await page.goto(path);
  expect(await page.context().cookies()).toEqual([]);
});

test("the landscape of the not-found page moves, and stands still for those who ask for less", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/nothing-here");
  const animation = () => page.locator(".land .bus").evaluate((bus) => getComputedStyle(bus).animationName);
  expect(await animation()).toBe("bus");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animation()).toBe("none");
});
