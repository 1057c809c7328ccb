import type { Page } from "@playwright/test";
import { expect, hydrateFrom, test, untilPaid } from "./fixtures.ts";
import { checkLook, checkUnfolded } from "./page-checks.ts";
import { askPhone } from "./pay.ts";

const OTHER = "duka-jaribio.co.ke";

test("the pages of services are accessible and fit a phone", { tag: ["@wide", "@scripts"] }, async ({
  page,
  customer,
  another,
}) => {
  const { services } = await customer({
    domains: [{}],
    services: [
      { plan: "deluxe", ends: "+20d", firstPassword: "Kx9-code" },
      { kind: "mail", seats: 5 },
      { kind: "certificate" },
      { plan: "economy", state: "suspended", domain: OTHER },
      { kind: "mail", plan: "microsoft-365", state: "ordered", domain: OTHER },
      { kind: "certificate", state: "ended", domain: OTHER },
    ],
  });
  const own = services.map(({ id }) => `/dashboard/services/${id}`);
  for (const path of ["/dashboard/services", ...own]) await checkUnfolded(page, path);
  // A form that is refused is open, and says why.
  await page.goto(own[1] ?? "");
  await fill(page, "More mailboxes", "Mailboxes in all", "2");
  await page.getByRole("button", { name: "Order more mailboxes" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByLabel("Mailboxes in all")).toHaveValue("2");
  await checkLook(page, "a refused form", "main");
  const desk = (await another("staff")).page;
  for (const { id } of services) await checkUnfolded(desk, `/desk/services/${id}`);
});

test("forced colours show the buttons of services by their borders", {
  tag: ["@wide", "@scripts"],
}, async ({ page, customer }) => {
  const { services } = await customer({
    domains: [{}],
    services: [{ ends: "+20d" }, { kind: "mail", state: "suspended" }],
  });
  await page.emulateMedia({ forcedColors: "active" });
  for (const path of ["/dashboard/services", ...services.map(({ id }) => `/dashboard/services/${id}`)]) {
    await page.goto(path);
    const borders = await page
      .locator("main :is(button, .button):visible")
      .evaluateAll((all) => all.map((one) => [one.textContent, getComputedStyle(one).borderTopStyle]));
    expect(borders.length, path).toBeGreaterThan(0);
    expect(
      borders.filter(([, style]) => style === "none"),
      path,
    ).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: "none" });
});

test("with scripts, links lead from the dashboard and from a name to services and bills", { tag: "@scripts" }, async ({
  page,
  customer,
}) => {
  const { services, domains } = await customer({
    domains: [{ ends: "+20d" }],
    orders: [{ kind: "renew" }],
    services: [{ plan: "deluxe", ends: "+20d" }],
  });
  const { name = "" } = domains[0] ?? {};
  // A browser on a fast line follows links by scripts.
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "4g" } }));
  const main = page.getByRole("main");
  const service = `/dashboard/services/${services[0]?.id}`;
  for (const [from, link, to] of [
    ["/dashboard", page.getByRole("link", { name: "Services", exact: true }), "/dashboard/services"],
    ["/dashboard", main.locator('a[href^="/dashboard/orders/pay/"]').first(), "/dashboard/orders/pay/"],
    ["/dashboard/orders", main.locator('a[href^="/dashboard/orders/pay/"]').first(), "/dashboard/orders/pay/"],
    [`/dashboard/domains/${name}`, main.locator(`a[href="${service}"]`).first(), service],
  ] as const) {
    await page.goto(from);
    await hydrateFrom(link);
    await link.click();
    await expect(page).toHaveURL((url) => url.pathname.startsWith(to));
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

/** Unfolds a form and types into its field. */
async function fill(page: Page, fold: string, label: string, value: string): Promise<void> {
  await page.locator("summary", { hasText: fold }).click();
  await page.getByLabel(label).fill(value);
}

async function pay(page: Page): Promise<void> {
  await askPhone(page);
  await untilPaid(page);
}

test("hosting is ordered, paid, set up at the desk, opened by its first password, and renewed", async ({
  page,
  customer,
  another,
  outbox,
}) => {
  const { email, domains } = await customer({ domains: [{}] });
  const { name = "" } = domains[0] ?? {};
  await page.goto("/dashboard/services");
  await page.getByRole("main").getByRole("link", { name: "Order hosting" }).click();
  await page.goto(`/dashboard/orders/new?kind=hosting&domain=${name}`);
  await page.getByRole("radio", { name: /^Starter/ }).check();
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await pay(page);
  const service = page.getByRole("link", { name: `Open: Starter hosting, ${name}` });
  await page.goto("/dashboard/services");
  await service.click();
  await expect(page.getByText("We e-mail you when it is set up.")).toBeVisible();

  const { page: desk } = await another("staff");
  await desk.goto("/desk");
  await desk.getByRole("listitem").filter({ hasText: name }).getByRole("link").click();
  await desk.getByLabel("Address of the panel").fill("https://web1.example.co.ke:2083");
  // No other account of the sandbox has it.
  await desk.getByLabel("Username").fill(`d${name.replace(/\W/g, "").slice(4, 14)}`);
  await desk.getByLabel("Server", { exact: true }).fill("web1.example.co.ke");
  await desk.getByLabel("First password").fill("Kx9-code");
  await desk.getByRole("button", { name: "Mark as set up" }).click();
  await expect(desk.getByText("The way in is saved")).toBeVisible();
  await expect(desk.getByText("waits for the customer")).toBeVisible();
  await expect(desk.getByText("Kx9-code")).toHaveCount(0);
  const mail = await outbox.waitFor({ to: email, subject: "Ready: " });
  expect(mail.text).not.toContain("Kx9-code");

  await page.reload();
  await page.getByRole("button", { name: "Show the first password" }).click();
  await expect(page.getByText("Kx9-code")).toBeVisible();
  await page.goto("/dashboard/services");
  await service.click();
  await expect(page.getByRole("heading", { name: "Access" })).toBeVisible();
  await expect(page.getByText("Kx9-code")).toHaveCount(0);

  // A year has passed: staff correct the last day.
  const day = desk.getByLabel("Last day");
  await desk.locator("main summary", { hasText: /^More$/ }).click();
  await desk.locator("summary", { hasText: "Correct the last day" }).click();
  const last = new Date(`${await day.inputValue()}T12:00:00Z`);
  last.setUTCDate(last.getUTCDate() - 325);
  await day.fill(last.toISOString().slice(0, 10));
  await desk.locator("#date-form").getByLabel("Reason").fill("A year has passed");
  await desk.getByRole("button", { name: "Save the last day" }).click();
  await expect(desk.getByText("The customer gets 325 days less")).toBeVisible();
  await desk.getByRole("button", { name: "Yes, save it" }).click();
  await expect(desk.getByText("The last day is saved")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Renew for a year" }).click();
  await pay(page);
  last.setUTCFullYear(last.getUTCFullYear() + 1);
  await page.goto("/dashboard/services");
  await service.click();
  await expect(page.getByText(`It works, and is paid until`)).toContainText(String(last.getUTCFullYear()));
});

test("mailboxes are ordered, set up, become more, and are fewer from the next year", async ({
  page,
  hasScripts,
  customer,
  another,
  outbox,
}) => {
  const { email, domains } = await customer({ domains: [{}] });
  const { name = "" } = domains[0] ?? {};
  await page.goto(`/dashboard/orders/new?kind=mail&domain=${name}`);
  const order = page.getByRole("button", { name: "Order, pay later" });
  const sum = hasScripts ? "KSh 54,540 " : "";
  await page.getByLabel("How many mailboxes").fill("5");
  await expect(page.getByRole("button", { name: `Order and pay ${sum}by M-PESA` })).toBeVisible();
  await order.click();
  await expect(page.locator(".bill-sum")).toContainText("54,540");
  await pay(page);

  const { page: desk } = await another("staff");
  await desk.goto("/desk");
  await desk.getByRole("listitem").filter({ hasText: name }).getByRole("link").click();
  await desk.getByLabel("Address of the panel").fill("https://webmail.example.com");
  await desk.getByRole("button", { name: "Mark as set up" }).click();
  await expect(desk.getByText("The way in is saved")).toBeVisible();
  await outbox.waitFor({ to: email, subject: "Ready: " });

  await page.goto("/dashboard/services");
  await page.getByRole("link", { name: new RegExp(`^Open: 5 mailboxes.*${name}`) }).click();
  await fill(page, "More mailboxes", "Mailboxes in all", "6");
  await page.getByRole("button", { name: "Order more mailboxes" }).click();
  await pay(page);
  await desk.goto("/desk");
  await desk.getByRole("listitem").filter({ hasText: name }).getByRole("link").click();
  await desk.getByRole("button", { name: "Take it" }).click();
  await desk
    .getByRole("button", { name: /^Mark as/ })
    .first()
    .click();
  await outbox.waitFor({ to: email, text: "6 mailboxes" });

  await page.goto("/dashboard/services");
  await page.getByRole("link", { name: new RegExp(`^Open: 6 mailboxes.*${name}`) }).click();
  await fill(page, "Fewer mailboxes", "Mailboxes from the next year", "4");
  await page.getByRole("button", { name: "Take fewer mailboxes" }).click();
  await expect(page.getByText("From the next year: 4 mailboxes").first()).toBeVisible();
  await expect(page.getByText("Keep the plan", { exact: true })).toBeVisible();
});
