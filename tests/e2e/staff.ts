import type { Page } from "@playwright/test";
import { appCodeOf, demoStaff } from "#mocks/demo-staff.ts";
import { submitSignIn } from "./accounts.ts";
import { expect } from "./fixtures.ts";

/**
 * Signs a member of staff in with a code of their app and opens a page of the desk. Another test may have used the code of this half
 * minute: then the next one is tried half a minute later, because wrong codes are limited.
 */
export async function openDesk(page: Page, path: string, { email, secret }: (typeof demoStaff)[number] = demoStaff[0]) {
  await page.goto(`/login?redirectTo=${encodeURIComponent(path)}`);
  await submitSignIn(page, email);
  await expect(page).toHaveURL(/^[^?]*\/login\/step/);
  await expect(async () => {
    if (!page.url().includes("/login/step")) return;
    await page.getByRole("textbox", { name: "Code" }).fill(appCodeOf(secret), { timeout: 5_000 });
    await page.getByRole("button", { name: "Continue" }).click({ timeout: 5_000 });
    await page.waitForURL((url) => !url.pathname.startsWith("/login/step"), { timeout: 15_000 });
  }).toPass({ intervals: [30_000] });
  await expect(page).toHaveURL(path);
}
