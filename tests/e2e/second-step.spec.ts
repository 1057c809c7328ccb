import { PASSWORD, submitSignIn } from "./accounts.ts";
import { codeOf, expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";

test("a customer sets up a second step, signs in with a code, and switches it off", async ({
  page,
  hasScripts,
  customer,
}) => {
  const { email } = await customer();
  await page.goto("/profile");
  if (hasScripts) await hydrated(page);
  const section = page.getByRole("region", { name: "Second step" });
  await section.locator("summary").click();
  await section.getByRole("link").click();
  await page.getByRole("button", { name: "Set it up" }).click();
  const field = page.getByRole("textbox", { name: "Code" });
  if (hasScripts) expect(await axe(page)).toEqual([]);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await field.fill(await codeOf(email));
  await page.getByRole("button", { name: "Switch it on" }).click();
  const printed = page
    .getByRole("list")
    .filter({ hasText: /^\w{4}-\w{4}-/ })
    .getByRole("listitem");
  await expect(printed).toHaveCount(10);
  const [recovery = ""] = await printed.allTextContents();

  await page.context().clearCookies();
  await page.goto("/login?redirectTo=/dashboard");
  await submitSignIn(page, email);
  await expect(page).toHaveURL("/login/step?redirectTo=%2Fdashboard");
  if (hasScripts) expect(await axe(page)).toEqual([]);
  await field.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This code is wrong or was used before.").first()).toBeVisible();
  await field.fill(await codeOf(email));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/profile/step");
  const off = page.getByRole("region", { name: "Switch it off" });
  await off.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await off.getByRole("textbox", { name: "Code" }).fill(recovery.toLowerCase());
  await off.getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByRole("button", { name: "Set it up" })).toBeVisible();
});
