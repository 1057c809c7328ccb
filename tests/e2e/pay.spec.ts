import type { Page } from "@playwright/test";
import { type Customer, expect, linkIn, PROVIDERS, test } from "./fixtures.ts";
import { axe, overflow, smallTargets } from "./page-checks.ts";
import { askPhone, payBill } from "./pay.ts";

/** Orders hosting as a new customer, and arrives at its bill. Returns the customer's address. */
async function orderHosting(page: Page, customer: Customer): Promise<string> {
  const { email } = await customer();
  await page.goto(`/dashboard/orders/new?kind=hosting&domain=duka-${crypto.randomUUID().slice(0, 13)}.co.ke`);
  await page.getByRole("radio", { name: /^Starter/ }).check();
  await page.getByRole("button", { name: "Order hosting" }).click();
  await expect(page.getByRole("heading", { name: /^Pay KSh/, level: 1 })).toBeVisible();
  return email;
}

async function expectGoodPage(page: Page, hasScripts: boolean): Promise<void> {
  // Axe itself is a script.
  if (hasScripts) expect(await axe(page)).toEqual([]);
  expect([await overflow(page, 360), await smallTargets(page, "main")]).toEqual([0, []]);
}

test("a customer whose first prompt is cancelled pays by the second one and reads the receipt", async ({
  page,
  hasScripts,
  customer,
}) => {
  await orderHosting(page, customer);
  await expectGoodPage(page, hasScripts);
  await askPhone(page, "07");
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "M-PESA phone number" })).toHaveValue("07");
  await expectGoodPage(page, hasScripts);
  await askPhone(page, "0712345032");
  await expect(page.getByRole("status").filter({ hasText: "Look at your phone" })).toBeVisible();
  await expectGoodPage(page, hasScripts);
  // The page reloads itself, also without scripts.
  await expect(page.getByRole("alert").filter({ hasText: "It is not paid" })).toBeVisible();
  await expectGoodPage(page, hasScripts);
  await payBill(page);
  await expectGoodPage(page, hasScripts);
  await page.getByRole("link", { name: "See your receipt" }).click();
  await expect(page.getByRole("heading", { name: "Receipt", level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Receipt number\d{4}-\d{5}/);
  await expectGoodPage(page, hasScripts);
});

test("somebody pays the mailed bill by Pay Bill in three parts, without signing in", async ({
  page,
  browser,
  hasScripts,
  customer,
  outbox,
}) => {
  const email = await orderHosting(page, customer);
  const sum = Number((await page.getByRole("heading", { level: 1 }).textContent())?.replace(/\D/g, ""));
  const reference = (await page.getByRole("definition").nth(1).textContent()) ?? "";
  const link = linkIn(await outbox.waitFor({ to: email }), "/pay/");

  const payer = await (await browser.newContext()).newPage();
  const transfer = async (amount: number) => {
    const posted = await payer.request.post(`${PROVIDERS}/paybill`, { form: { reference, amount: String(amount) } });
    expect(posted.ok()).toBe(true);
  };
  const title = async () => {
    await payer.goto(link);
    return payer.getByRole("heading", { level: 1 }).textContent();
  };
  // Larger payments wait for a confirmation.
  for (const [amount, missing] of [
    [100, sum - 100],
    [4000, sum - 4100],
  ] as const) {
    await transfer(amount);
    await expect.poll(title).toBe(`Pay KSh\u00A0${missing.toLocaleString("en")}`);
    await expectGoodPage(payer, hasScripts);
  }
  await transfer(sum - 4100);
  await expect.poll(title).toBe("Paid. Thank you.");
  await expectGoodPage(payer, hasScripts);
  await payer.getByRole("link", { name: "See your receipt" }).click();
  await expect(payer.getByRole("heading", { name: "Receipt", level: 1 })).toBeVisible();
  await expect(payer.getByRole("main")).not.toContainText(email);
});
