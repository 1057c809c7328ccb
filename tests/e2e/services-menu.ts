import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The menu before Headless UI takes over. */
export const plain = (page: Page) => page.locator(".drop summary");
/** The menu's button of Headless UI. */
export const button = (page: Page) => page.getByRole("button", { name: "Services" });
export const list = (page: Page) => page.locator(".drop ul");
export const link = (page: Page, name: string) => list(page).getByRole("link", { name });
export const field = (page: Page) => page.getByLabel("Which name do you want?");

/** Opens a page with a fake clock, lets Headless UI take over the menu and moves the pointer away. */
export async function takenOver(page: Page) {
  await page.clock.install();
  await page.goto("/");
  await plain(page).focus();
  await expect(button(page)).toBeFocused();
  await field(page).focus();
  await page.mouse.move(400, 700);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
}
