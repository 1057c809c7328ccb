import type { Page } from "@playwright/test";
import { PASSWORD, submitSignIn } from "./accounts.ts";
import { expect, hydrated, hydrateFrom, linkIn, newEmail, test } from "./fixtures.ts";

const openMenu = (page: Page) => page.locator("header summary:visible").last().click();

/** The page that a new customer wanted. */
const WANTED = "/dashboard/orders/new?kind=register&domain=mamanjeri.co.ke";

async function signOut(page: Page) {
  const button = page.getByRole("button", { name: "Sign Out" }).locator("visible=true");
  if ((await button.count()) === 0) await openMenu(page);
  await button.click();
  // The URL may be the same before signing out, so wait for the sign-in link.
  await expect(page.getByRole("link", { name: "Sign In", includeHidden: true }).first()).toBeAttached();
  await expect(page).toHaveURL("/");
}

test("after signing out, Back shows nothing of the account", async ({ page, customer, hasScripts }) => {
  const { email, domains } = await customer({ domains: [{}] });
  await page.goto("/dashboard");
  expect(await page.content()).toContain(domains[0]?.name);
  await page.goto("/profile");
  expect(await page.content()).toContain(email);
  if (hasScripts) await hydrateFrom(page.getByLabel("Full name"));
  await signOut(page);
  for (const path of ["/profile", "/dashboard"]) {
    await page.goBack();
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ redirectTo: path })}`);
    const shown = await page.locator("body").innerText();
    expect(shown).not.toContain(email);
    expect(shown).not.toContain(domains[0]?.name);
  }
});

test("a new customer signs up, confirms, signs out and in to the requested page", async ({
  page,
  hasScripts,
  outbox,
}) => {
  const email = newEmail();
  await page.goto(`/login?${new URLSearchParams({ tab: "signup", redirectTo: WANTED })}`);
  await page.locator("#sign-up-form-name").fill("Wanjiru Njeri");
  await page.locator("#sign-up-form-email").fill(email);
  await page.locator("#sign-up-form-password").fill(PASSWORD);
  if (hasScripts) await hydrated(page);
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByText(`Account created! Please check ${email} to verify your account.`)).toBeVisible();
  await page.goto(linkIn(await outbox.waitFor({ to: email, subject: "Confirm your e-mail address" }), "/auth/confirm"));
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();
  await expect(page).toHaveURL(WANTED);
  await page.goto("/");
  await openMenu(page);
  await expect(page.locator(".who").locator("visible=true")).toHaveText(`Wanjiru Njeri${email}`);
  await signOut(page);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/login?redirectTo=%2Fdashboard");
  await submitSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Karibu, Wanjiru Njeri" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
});

test("a customer who forgot the password sets a new one by the mailed link", { tag: "@scripts" }, async ({
  page,
  customer,
  outbox,
}) => {
  const { email, password } = await customer();
  await page.context().clearCookies();
  await page.goto("/login/forgot");
  await page.locator("#forgot-form-email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Check your e-mail")).toBeVisible();
  await expect(page.locator("#forgot-form")).toHaveCount(0);
  await page.goto(linkIn(await outbox.waitFor({ to: email, subject: "Choose a new password" }), "/auth/confirm"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password").fill("another password");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  await signOut(page);
  await page.goto("/login");
  await submitSignIn(page, email, password);
  const failure = page.getByRole("alert").filter({ hasText: "Invalid login credentials" });
  await expect(failure.getByRole("link", { name: "Forgot your password?" })).toBeVisible();
});

test("the profile page saves name, phone and password, each with its own message", async ({ page, customer }) => {
  await customer();
  await page.goto("/profile");
  const you = page.getByRole("region", { name: "You", exact: true });
  const password = page.getByRole("region", { name: "Password" });
  await you.getByLabel("Full name").fill("Wanjiru N.");
  await you.getByLabel("Phone").fill("0712");
  await you.getByRole("button", { name: "Save" }).click();
  await expect(you.getByText("Please enter a phone number").first()).toBeVisible();
  await expect(you.getByLabel("Full name")).toHaveValue("Wanjiru N.");
  await you.getByLabel("Phone").fill("+254 712 345 678");
  await you.getByRole("button", { name: "Save" }).click();
  await expect(you.getByText("Profile updated")).toBeVisible();
  await expect(you.getByLabel("Phone")).toHaveValue("0712 345678");
  await expect(page.getByText("Account of Wanjiru N.").first()).toBeAttached();
  await password.getByLabel("Current password").fill(PASSWORD);
  await password.getByLabel("New password").fill("another password");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Your password is changed")).toBeVisible();
});

test(
  "with scripts the profile opens in a dialog, keeps invalid input, and closes on save",
  { tag: ["@wide", "@scripts"] },
  async ({ page, customer }, { project }) => {
    test.skip(project.name === "android", "the link is in the bar of a wide screen");
    await customer();
    await page.goto("/contact");
    await hydrateFrom(page.getByLabel("Your name"));
    await openMenu(page);
    await page.getByRole("link", { name: "Edit Profile" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Profile" });
    await dialog.getByLabel("New password").fill("another password");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please enter your current password too").first()).toBeVisible();
    await dialog.getByLabel("New password").fill("");
    await dialog.getByLabel("Full name").fill("Wanjiru N.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Profile updated")).toBeVisible();
    await expect(page).toHaveURL("/contact");
    await expect(page.getByText("Account of Wanjiru N.").first()).toBeAttached();
  },
);

test("signing out in one tab sends the others to the sign-in page", { tag: "@scripts" }, async ({
  page,
  context,
  customer,
}) => {
  await customer();
  await page.goto("/dashboard");
  await hydrated(page);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await hydrated(other);
  await signOut(other);
  await expect(page).toHaveURL(/\/login/);
});

test("a customer requests account deletion with the password and cancels it on the profile", async ({
  page,
  customer,
}) => {
  await customer();
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Close your account" });
  await section.locator("summary").click();
  await section.getByRole("link", { name: "Close my account" }).click();
  await expect(page.getByRole("heading", { name: "Close your account", level: 1 })).toBeVisible();
  await page.getByLabel("Why are you leaving?").fill("I have no shop any more.");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Ask to close my account" }).click();
  await expect(page).toHaveURL("/profile#close");
  await expect(section.getByText("We have your request")).toBeInViewport();
  await expect(section.getByText(/^On .* you asked us to close this account\.$/)).toBeVisible();
  await section.getByRole("button", { name: "Keep my account" }).click();
  await expect(section.getByText("Your account stays")).toBeVisible();
  await expect(section.getByRole("link", { name: "Close my account", includeHidden: true })).toBeAttached();
});

test("a customer switches reminders off and on again", async ({ page, customer }) => {
  await customer();
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Reminders" });
  await section.getByRole("button", { name: "Switch reminders off" }).click();
  await expect(section.getByText("Reminders are off", { exact: true })).toBeInViewport();
  await expect(page).toHaveURL("/profile#reminders");
  await page.reload();
  await expect(section.getByText(/^Reminders are off\. We don’t e-mail you/)).toBeVisible();
  await section.getByRole("button", { name: "Switch reminders on" }).click();
  await expect(section.getByText("Reminders are on", { exact: true })).toBeInViewport();
  await expect(section.getByRole("button", { name: "Switch reminders off" })).toBeVisible();
});
