import type { Page } from "@playwright/test";
import { appCodeOf, demoStaff } from "#mocks/demo-staff.ts";
import { submitSignIn } from "./accounts.ts";
import { expect } from "./fixtures.ts";

/**
 * Signs a member of staff in with a code of their app and opens a page of the desk. Another test may have used the code of this half
 * minute: then it waits for the next one, because wrong codes are limited.
 */
export async function openDesk(page: Page, path: string, { email, secret }: (typeof demoStaff)[number] = demoStaff[0]) {
  await page.goto(`/login?redirectTo=${encodeURIComponent(path)}`);
  await submitSignIn(page, email);
  await expect(page).toHaveURL(/^[^?]*\/login\/step/);
  for (let tries = 0; tries < 4 && page.url().includes("/login/step"); tries++) {
    if (tries > 0) await page.waitForTimeout(30_000 - (Date.now() % 30_000));
    await page.getByRole("textbox", { name: "Code" }).fill(appCodeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This code is wrong").or(page.locator(".desk-nav")).first()).toBeVisible();
  }
  await expect(page).toHaveURL(path);
}
