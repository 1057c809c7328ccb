import type { Page } from "@playwright/test";
import { type Customer, expect, linkIn, PROVIDERS, test } from "./fixtures.ts";
import { axe, overflow, smallTargets } from "./page-checks.ts";
import { askPhone, orderAndPay, payBill } from "./pay.ts";

/** Orders hosting as a new customer, and arrives at its bill. Returns the customer's address. */
async function orderHosting(page: Page, customer: Customer): Promise<string> {
  const { email } = await customer();
  await page.goto(`/dashboard/orders/new?kind=hosting&domain=duka-${crypto.randomUUID().slice(0, 13)}.co.ke`);
  await page.getByRole("radio", { name: /^Starter/ }).check();
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await expect(page.getByRole("button", { name: /^Pay KSh .* by M-PESA$/ })).toBeVisible();
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
  await page.getByRole("link", { name: "Proforma invoice to print" }).click();
  await expect(page.getByRole("heading", { name: /^Proforma invoice M/, level: 1 })).toBeAttached();
  await expectGoodPage(page, hasScripts);
  await page.getByRole("link", { name: "Pay this bill" }).click();
  await askPhone(page, "07");
  await expect(page.getByText("Type a Kenyan number")).toHaveCount(1);
  await expect(page.getByRole("textbox", { name: "M-PESA phone number" })).toHaveValue("07");
  await expect(page.getByRole("textbox", { name: "M-PESA phone number" })).toBeFocused();
  await expectGoodPage(page, hasScripts);
  await askPhone(page, "0712345032");
  await expect(page.getByRole("heading", { name: "Check your phone", level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("0712 ••• 032");
  // The page may change while it is checked.
  await expect(() => expectGoodPage(page, hasScripts)).toPass();
  // The page looks by itself, also without scripts.
  await expect(page.getByRole("alert").filter({ hasText: "You cancelled on your phone." })).toBeVisible();
  await expectGoodPage(page, hasScripts);
  await payBill(page);
  await expectGoodPage(page, hasScripts);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("heading", { name: /^Receipt \d{4}-\d{5}$/, level: 1 })).toBeAttached();
  await expect(page.getByRole("button", { name: "Save as PDF" })).toHaveCount(hasScripts ? 1 : 0);
  await expectGoodPage(page, hasScripts);
});

test("one press on the form of a name orders it and asks the phone, and a wrong number orders nothing", async ({
  page,
  hasScripts,
  customer,
}) => {
  await customer();
  const name = `duka-${crypto.randomUUID().slice(0, 13)}.com`;
  await page.goto(`/dashboard/orders/new?kind=register&domain=${name}`);
  await expectGoodPage(page, hasScripts);
  await page.getByRole("radio", { name: "2 years" }).check();
  await orderAndPay(page, "07");
  await expect(page.getByText("Type a Kenyan number").last()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "M-PESA phone number" })).toHaveValue("07");
  await expect(page.getByRole("radio", { name: "2 years" })).toBeChecked();
  await expectGoodPage(page, hasScripts);
  await orderAndPay(page);
  await expect(page.getByText("Paid. Thank you.")).toBeVisible();
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("main").getByRole("article")).toHaveText([new RegExp(name)]);
});

test("somebody pays the mailed bill by Pay Bill in three parts, without signing in", async ({
  page,
  browser,
  hasScripts,
  customer,
  outbox,
}) => {
  const email = await orderHosting(page, customer);
  const sumOf = async (one: Page) => Number((await one.locator(".bill-sum").textContent())?.replace(/\D/g, ""));
  const sum = await sumOf(page);
  await page.getByText("Pay by Pay Bill instead").click();
  await expect(page.getByRole("button", { name: "Copy account number" })).toHaveCount(hasScripts ? 1 : 0);
  const reference = (await page.locator(".bill-copy dd").nth(2).textContent()) ?? "";
  const link = linkIn(await outbox.waitFor({ to: email }), "/pay/");

  const payer = await (await browser.newContext()).newPage();
  const transfer = async (amount: number) => {
    const posted = await payer.request.post(`${PROVIDERS}/paybill`, { form: { reference, amount: String(amount) } });
    expect(posted.ok()).toBe(true);
  };
  const left = async () => {
    await payer.goto(link);
    return sumOf(payer);
  };
  // Larger payments wait for a confirmation.
  for (const [amount, missing] of [
    [100, sum - 100],
    [4000, sum - 4100],
  ] as const) {
    await transfer(amount);
    await expect.poll(left).toBe(missing);
    await expectGoodPage(payer, hasScripts);
  }
  await transfer(sum - 4100);
  const words = () => payer.goto(link).then(() => payer.getByRole("main").textContent());
  await expect.poll(words).toContain("Paid. Thank you.");
  await expectGoodPage(payer, hasScripts);
  await payer.getByRole("link", { name: "Receipt" }).click();
  await expect(payer.getByRole("heading", { name: /^Receipt /, level: 1 })).toBeAttached();
  await expect(payer.getByRole("main")).not.toContainText(email);
});
