import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The menu as it is without Headless UI. */
export const plain = (page: Page) => page.locator(".drop summary");
/** And with it. */
export const button = (page: Page) => page.getByRole("button", { name: "Services" });
export const list = (page: Page) => page.locator(".drop ul");
export const link = (page: Page, name: string) => list(page).getByRole("link", { name });
export const field = (page: Page) => page.getByLabel("Which name do you want?");

/** A page whose menu has been taken over, its clock under our hands and the pointer elsewhere. */
export async function takenOver(page: Page) {
  await page.clock.install();
  await page.goto("/");
  await plain(page).focus();
  await expect(button(page)).toBeFocused();
  await field(page).focus();
  await page.mouse.move(400, 700);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
}
