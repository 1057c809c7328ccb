import type { Page } from "@playwright/test";
import { enhanced, expect } from "./visitor.ts";

export const ZONE = "mamamboga.co.ke";
export const PATH = `/dashboard/domains/${ZONE}/dns`;

/** A name of this test's own: the projects share the zone. */
export const ownName = () => `t-${crypto.randomUUID().slice(0, 8)}`;
export const row = (page: Page, name: string) => page.locator(".record", { hasText: name });

export async function openAdd(page: Page, path = PATH) {
  await page.goto(`${path}/add`);
  await expect(page.getByRole("heading", { name: "Add a record" })).toBeVisible();
}

export async function chooseType(page: Page, type: string, isEnhanced: boolean) {
  if (isEnhanced) {
    await page.locator("form [name=type]").first().focus();
    await enhanced(page);
  }
  await page.getByLabel("Type").first().selectOption(type);
  if (!isEnhanced) await page.getByRole("button", { name: "Show the fields of the chosen type" }).click();
}
