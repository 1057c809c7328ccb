import { button, expectKept, fill, join, token } from "./school-form.ts";
import { standAWhile } from "./stamp.ts";
import { enhanced, expect, hold, ownEmail, sentWith, test } from "./visitor.ts";

const RELEASED = /You can send the form without it\./;

test("while it is sent the button says so, the fields are closed, and a second press does nothing", {
  tag: "@scripts",
}, async ({ page }) => {
  // Without scripts the browser shows that it is loading.
  const email = ownEmail();
  await page.goto("/stride");
  await fill(page, email);
  await enhanced(page);
  await expect(token(page)).toHaveValue(/^sandbox-/);
  const letAnswerCome = await hold(page, /\/stride/);
  await button(page).click();
  const pending = page.getByRole("button", { name: "Submitting..." });
  await expect(pending).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Phone")).toBeDisabled();
  await pending.dispatchEvent("click");
  letAnswerCome();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await sentWith(page, email)).toHaveLength(1);
});

test("a network that is lost in mid-submit says so, keeps what was typed, and it can be sent again", {
  tag: "@scripts",
}, async ({ page, context, complaints }) => {
  // Without scripts the browser shows its own page, and Back brings the text back.
  const email = ownEmail();
  await page.goto("/stride");
  await fill(page, email);
  await enhanced(page);
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await context.setOffline(true);
  await button(page).click();
  await expect(page.getByText(/This could not be sent\. What you typed is still here/)).toBeVisible();
  await expectKept(page, email);
  await expect(page.getByLabel("Phone")).toBeEnabled();
  await context.setOffline(false);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await sentWith(page, email)).toHaveLength(1);
  expect(complaints.splice(0).every((text) => text.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);
});

test("what was typed survives a reload of the enhanced page, and is forgotten once it was sent", {
  tag: "@scripts",
}, async ({ page, isEnhanced }) => {
  // Without scripts the browser keeps what it keeps.
  const email = ownEmail();
  await page.goto("/stride");
  await page.getByLabel("Your name").focus();
  await enhanced(page);
  await fill(page, email);
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await kept()).toContain(email);
  expect(await kept()).not.toMatch(/sandbox-|stamp|turnstile|website_2/);
  // A new page in the same tab: nothing of the browser's own memory of forms.
  await page.goto("/cookies");
  await page.goto("/stride");
  await page.getByLabel("Your name").focus();
  await expectKept(page, email);
  await join(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await kept()).not.toContain(email);
});

test.describe("by a clock of its own", () => {
  test.use({ isFirstVisit: true });

  test("a widget that is blocked, or says nothing for eight seconds, lets the school register by mail", {
    tag: "@scripts",
  }, async ({ page, complaints }) => {
    // Without scripts there is no widget.
    const silent = ownEmail("timeout");
    await page.clock.install();
    await page.goto("/stride");
    await fill(page, silent);
    await expect(button(page)).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(8_000);
    await expect(page.getByText(RELEASED)).toBeVisible();
    await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");

    await page.route("**/turnstile/**", (route) => route.abort());
    const email = ownEmail();
    await page.reload();
    await page.evaluate(() => sessionStorage.clear());
    await page.getByLabel("Your name").fill("");
    await fill(page, email);
    await expect(page.getByText(RELEASED)).toBeVisible();
    await standAWhile(page.locator("main"), "school-interest");
    await button(page).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    expect((await sentWith(page, email)).map(({ kind }) => kind)).toEqual(["mail"]);
    expect(complaints.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
  });
});

test("a refused token says so, and the next one counts", { tag: "@scripts" }, async ({ page }) => {
  // Without scripts there is no token.
  const email = ownEmail("captcha");
  await page.goto("/stride");
  await fill(page, email);
  await enhanced(page);
  await expect(token(page)).toHaveValue(/^refuse-/);
  await button(page).click();
  await expect(page.getByRole("alert")).toHaveText("CAPTCHA verification failed. Please try again.");
  await expect(page.locator(".toast")).toHaveText("CAPTCHA verification failed. Please try again.");
  await expectKept(page, email);
  const better = ownEmail();
  await page.getByLabel("E-mail").fill(better);
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  await expect(page.locator(".toast")).not.toContainText("CAPTCHA");
  expect(await sentWith(page, better)).toHaveLength(1);
});
