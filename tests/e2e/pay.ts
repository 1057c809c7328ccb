import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Asks a phone on the page of a bill. The last digits of the number decide what happens (docs/sandbox.md). */
export async function askPhone(page: Page, phone = "0712345000"): Promise<void> {
  const button = page.getByRole("button", { name: /^Pay KSh .* by M-PESA$/ });
  // The form of an order, which may still be shown, has the same field.
  await button.waitFor();
  await page.getByRole("textbox", { name: "M-PESA phone number" }).fill(phone);
  await button.click();
}

/** Pays the bill that the page shows. The page looks by itself until it is paid. */
export async function payBill(page: Page): Promise<void> {
  await askPhone(page);
  await expect(page.getByText("Paid. Thank you.")).toBeVisible();
}

/** Presses the button of an order form that orders and asks a phone. */
export async function orderAndPay(page: Page, phone = "0712345000"): Promise<void> {
  await page.getByRole("textbox", { name: "M-PESA phone number" }).fill(phone);
  await page.getByRole("button", { name: /pay .*by M-PESA$/ }).click();
}

/** Pays the bill of a name that the sandbox registers at once, and waits for the name. */
export async function payName(page: Page): Promise<void> {
  await askPhone(page);
  await waitForName(page);
}

/** Orders and pays a name that the sandbox registers at once, and waits for the name. */
export async function orderAndPayName(page: Page): Promise<void> {
  await orderAndPay(page);
  await waitForName(page);
}

async function waitForName(page: Page): Promise<void> {
  await expect(page.getByText("Paid. Thank you.")).toBeVisible();
  const orders = () => page.goto("/dashboard/orders").then(() => page.getByRole("main").textContent());
  await expect.poll(orders).not.toContain("Paid. We carry it out");
}
