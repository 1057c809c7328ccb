import { openSignUp, pressCreate, pressSignIn, signInPanel, signUpPanel, typeIn, typeNew } from "./login-forms.ts";
import { expect, sentWith, test } from "./visitor.ts";

test("empty fields are named at their place, and the summary leads there", async ({ page, isEnhanced }) => {
  await openSignUp(page);
  await pressCreate(page, isEnhanced);
  const panel = signUpPanel(page);
  await expect(panel.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(panel.getByRole("alert")).toBeFocused();
  await panel.getByRole("link", { name: "E-mail: Please enter your email address" }).click();
  await expect(panel.getByLabel("E-mail")).toBeFocused();
  await expect(panel.getByLabel("Your name")).toHaveAttribute("aria-invalid", "true");
});

test("a new password that is too short is refused at its field", async ({ page, isEnhanced }) => {
  const password = "7 chars";
  await openSignUp(page);
  const email = await typeNew(page, { password });
  await pressCreate(page, isEnhanced);
  const panel = signUpPanel(page);
  await expect(panel.locator(".field-bad .error")).toHaveText("Password must be at least 8 characters");
  await expect(panel.getByLabel("E-mail")).toHaveValue(email);
  await expect(panel.getByLabel("Your name")).toHaveValue("Wanjiru");
  await expect(panel.getByLabel("Password", { exact: true })).toHaveValue("");
  expect(await page.content()).not.toContain(password);
  expect(await sentWith(page, email)).toEqual([]);
});

test("a new account gets one mail, and cannot sign in before it is confirmed", async ({ page, isEnhanced }) => {
  await openSignUp(page);
  const email = await typeNew(page);
  await pressCreate(page, isEnhanced);
  await expect(page.getByText(`Account created! Please check ${email} to verify your account.`)).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(signInPanel(page).getByRole("heading", { name: "Sign In" })).toBeVisible();
  await expect(signUpPanel(page)).toBeHidden();
  await expect.poll(async () => (await sentWith(page, email)).length).toBe(1);
  await typeIn(page, email, "first password");
  await pressSignIn(page);
  await expect(page.getByText("Email not confirmed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Send the confirmation mail again" })).toBeVisible();
});
