import type { Page } from "@playwright/test";
import { appCodeOf, demoStaff } from "#mocks/demo-staff.ts";
import { submitSignIn } from "./accounts.ts";
import { expect } from "./fixtures.ts";

/** Signs a member of staff in with a code of their app and opens a page of the desk. Another test may have used a code just now. */
export async function openDesk(
  page: Page,
  path: string,
  { email, secret }: { email: string; secret: string } = demoStaff[0],
) {
  await page.goto(`/login?redirectTo=${encodeURIComponent(path)}`);
  await submitSignIn(page, email);
  await expect(page).toHaveURL(/^[^?]*\/login\/step/);
  await expect(async () => {
    for (const periods of [0, 1]) {
      if (!page.url().includes("/login/step")) return;
      await page.getByRole("textbox", { name: "Code" }).fill(appCodeOf(secret, periods));
      await page.getByRole("button", { name: "Continue" }).click();
    }
    expect(page.url()).not.toContain("/login/step");
  }).toPass({ intervals: [30_000] });
  await expect(page).toHaveURL(path);
}
