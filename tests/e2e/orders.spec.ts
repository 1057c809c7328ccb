import { rowLink } from "./accounts.ts";
import { expect, hydrated, hydrateFrom, test } from "./fixtures.ts";
import { orderAndPayName } from "./pay.ts";

test("a renewal shows its price first, a double press makes one order, and Back makes no second", {
  tag: "@wide",
}, async ({ page, hasScripts, customer, outbox }) => {
  const { domains } = await customer({ domains: [{ ends: "+30d" }] });
  const [{ name } = { name: "" }] = domains;
  await page.goto("/dashboard");
  const renew = await rowLink(page, name, `Renew ${name}`);
  expect((await renew.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await renew.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Renew ${name}`);
  await page.getByRole("radio", { name: /^2 years.*KSh 3,000.*≈ US\$23\.08/ }).check();
  if (hasScripts) await hydrateFrom(page.getByRole("button", { name: "Order, pay later" }));
  await page.getByRole("button", { name: "Order, pay later" }).dblclick();
  // Without scripts the browser shows the response to the second press.
  await expect(
    page.getByText(hasScripts ? "We have your order" : /We have your order|ordered this already/),
  ).toBeVisible();
  // Going back reloads the page, which does not offer the form again.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} is ordered already`);
  await expect(page.getByRole("button", { name: "Order, pay later" })).toHaveCount(0);

  await page.goto("/dashboard/orders");
  const entry = page.getByRole("main").getByRole("article").filter({ hasText: name });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Not paid yet");
  await expect(entry.getByRole("link", { name: "Pay KSh 3,000" })).toHaveCount(1);
  await expect(entry).toContainText(/Order W[0-9A-F]{4}-[0-9A-F]{4}, /);
  await outbox.waitFor({ subject: `We have your order: Renewal of ${name}` });
  expect(await outbox.list({ subject: `We have your order: Renewal of ${name}` })).toHaveLength(1);
});

test("an order with a changed price or without a network keeps the choice", {
  tag: "@scripts",
}, async ({ page, context, consoleErrors, customer }) => {
  const order = page.getByRole("button", { name: "Order, pay later" });
  const choice = page.getByRole("radio", { name: /^Economy/ });
  await customer();
  await page.goto("/dashboard/orders/new?kind=hosting&domain=njeri-duka.org");
  await hydrateFrom(page.getByRole("radio").first());
  await choice.check();
  await expect(page.getByRole("button", { name: "Order and pay KSh 12,468 by M-PESA" })).toBeVisible();
  const finished: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("orders/new")) finished.push(request.method());
  });
  let isFirst = true;
  await page.route(/orders\/new/, async (route, request) => {
    const body = request.postData()?.replace(/priceFingerprint=[^&]*/, "priceFingerprint=1");
    await route.continue(isFirst && body !== undefined ? { postData: body } : {});
    isFirst = false;
  });
  await order.click();
  await expect(page.getByText("The price changed while you were reading.", { exact: false })).toBeVisible();
  // Chromium does not report every refused POST as finished.
  await expect.poll(() => finished).toContain("GET");
  await expect(choice).toBeChecked();
  await context.setOffline(true);
  await order.click();
  await expect(page.getByText(/This could not be sent/)).toBeVisible();
  consoleErrors.length = 0;
  await expect(choice).toBeChecked();
  await context.setOffline(false);
  await order.click();
  await expect(page.getByRole("button", { name: "Pay KSh 12,468 by M-PESA", exact: true })).toBeVisible();
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
});

test("one press renews all ticked domains", { tag: "@scripts" }, async ({ page, customer }) => {
  await customer();
  const [first, second] = [1, 2].map(() => `direct-due-${crypto.randomUUID().slice(0, 8)}.com`) as [string, string];
  for (const name of [first, second]) {
    await page.goto(`/dashboard/orders/new?kind=register&domain=${name}`);
    await orderAndPayName(page);
  }
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Renew \d+ names/ }).click();
  await expect(page.getByRole("heading", { name: "Renew what is due", level: 1 })).toBeVisible();
  for (const name of [first, second]) await page.getByRole("checkbox", { name }).uncheck();
  await hydrated(page);
  await expect(page.getByText("No name is ticked.")).toBeVisible();
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await expect(page.getByText("Tick at least one name.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: second })).not.toBeChecked();

  await page.getByRole("checkbox", { name: first }).check();
  await page.getByLabel(`For how long: ${first}`).selectOption("3 years, KSh\u00a09,864");
  await expect(page.locator(".form output")).toHaveText(`${first} KSh 9,864`);
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await expect(page.getByRole("button", { name: "Pay KSh 9,864 by M-PESA", exact: true })).toBeVisible();
  await page.goto("/dashboard/orders");
  const renewals = page.getByRole("main").getByRole("article").filter({ hasText: "Renewal" });
  await expect(renewals).toHaveText([new RegExp(`${first}.*KSh\\s9,864`)]);

  await page.goto("/dashboard/orders/renew");
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: second })).toBeChecked();
});
