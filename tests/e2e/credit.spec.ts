import type { Page } from "@playwright/test";
import { expect, PROVIDERS, test } from "./fixtures.ts";
import { axe, overflow, smallTargets } from "./page-checks.ts";

async function expectGoodPage(page: Page, hasScripts: boolean): Promise<void> {
  if (hasScripts) expect(await axe(page)).toEqual([]);
  expect([await overflow(page, 360), await smallTargets(page, "main")]).toEqual([0, []]);
}

async function orderHosting(page: Page): Promise<{ reference: string; sum: number }> {
  await page.goto(`/dashboard/orders/new?kind=hosting&domain=duka-${crypto.randomUUID().slice(0, 13)}.co.ke`);
  await page.getByRole("radio", { name: /^Starter/ }).check();
  await page.getByRole("button", { name: "Order, pay later" }).click();
  const sum = Number((await page.locator(".bill-sum").textContent())?.replace(/\D/g, ""));
  return { reference: (await page.locator(".bill-copy dd").nth(2).textContent()) ?? "", sum };
}

test("a customer who paid too much keeps the rest, and pays the next bill with it", async ({
  page,
  hasScripts,
  customer,
}) => {
  await customer();
  const first = await orderHosting(page);
  const bill = new URL(page.url()).pathname;
  // Larger payments wait for a confirmation.
  for (const amount of [4000, first.sum - 3700]) {
    const form = { reference: first.reference, amount: String(amount) };
    expect((await page.request.post(`${PROVIDERS}/paybill`, { form })).ok()).toBe(true);
  }
  const words = () => page.goto(bill).then(() => page.getByRole("main").textContent());
  await expect.poll(words).toMatch(/You paid KSh\s300 too much\./);
  await page.goto("/dashboard/orders");
  await page.getByRole("link", { name: "Keep it or get it back" }).click();
  await expect(page).toHaveURL(bill);
  await expectGoodPage(page, hasScripts);
  await page.getByRole("button", { name: "Keep it for my next bill" }).click();
  await expect(page.getByText("KSh 300 of this bill is kept for your next bill.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send it back" })).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByText("You have KSh 300 with us, for your next bill.")).toBeVisible();

  const second = await orderHosting(page);
  await expect(page.getByText("You have KSh 300 with us.")).toBeVisible();
  await expectGoodPage(page, hasScripts);
  await page.getByRole("button", { name: /^Use KSh\s300 of it/ }).click();
  await expect(page.getByText(/is here\. Paid from your credit CR[0-9A-F]{8}\.$/)).toBeVisible();
  await expect(page.locator(".bill-sum")).toContainText((second.sum - 300).toLocaleString("en-KE"));
  await expectGoodPage(page, hasScripts);
});

test("staff give a customer credit at the desk, and note that it was sent", async ({
  page,
  hasScripts,
  another,
  staff,
}) => {
  const { email } = (await another("customer")).person;
  await staff();
  await page.goto("/desk/people");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Reason").selectOption("payment");
  await page.getByRole("button", { name: "Find" }).click();
  await page.locator("summary", { hasText: "Give credit" }).click();
  await page.getByLabel("Shillings", { exact: true }).fill("300");
  await page.getByLabel("Why", { exact: true }).fill("We were slow");
  await expectGoodPage(page, hasScripts);
  await page.getByRole("button", { name: "Give credit" }).click();
  await expect(page.getByText("KSh 300, for the next bill.")).toBeVisible();
  await page.getByText("It was sent to the customer").click();
  await page.getByLabel("Shillings that you sent").fill("300");
  await page.getByLabel("M-PESA code").fill(`SG${crypto.randomUUID().slice(0, 8).toUpperCase()}`);
  await expectGoodPage(page, hasScripts);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await expect(page.getByText("None.", { exact: true })).toBeVisible();
});
