import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, newEmail, OUTBOX, outboxEntries, test } from "./fixtures.ts";
import {
  ageForm,
  expectSchoolInput,
  fillSchoolForm,
  joinButton,
  SCHOOL,
  schoolToken,
  submitSchoolForm,
} from "./forms.ts";
import { axeInBothSchemes, overflow, smallTargets } from "./page-checks.ts";

const THANKS = "Thank you for your interest! We'll be in touch soon.";
const RELEASED = /You can send the form without it\./;

/** Returns the confirmation link in the newest mail to an address. */
async function confirmLink(page: Page, email: string): Promise<string> {
  const all: { to: string; text: string }[] = await (await page.request.get(OUTBOX)).json();
  return /http\S+\/stride\/confirm\?token=[\w-]+/.exec(all.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
}

test("the school page has no site navigation, states the price, and its links lead to the form", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  const reply = await page.goto("/stride");
  expect(reply?.headers()["cache-control"]).toContain("public");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "CBC-Aligned",
    "Works Anywhere",
    "Affordable",
    "Register Your School's Interest",
  ]);
  await expect(page.getByText("Under Ksh. 50 per student per month.")).toBeVisible();
  for (const name of ["Sign In", "Blog", "Projects", "Contact"]) {
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  }
  await expect(page.locator("meta[name=theme-color]").first()).toHaveAttribute("content", "#0F5C4D");
  for (const name of ["Learn More", "Register Your School"]) {
    await page.goto("/stride");
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL("/stride#form");
    await expect(page.getByRole("heading", { name: "Register Your School's Interest" })).toBeInViewport();
  }
});

test("a school registers, confirms by the mailed link without scripts, and can register another", async ({
  page,
  hasScripts,
}) => {
  const email = newEmail();
  await page.goto("/stride");
  await fillSchoolForm(page, email);
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeInViewport();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByText(`We have received the interest of ${SCHOOL}.`)).toContainText("48 hours");
  await expect(joinButton(page)).toHaveCount(0);
  const [sent, ...others] = await outboxEntries(page, email);
  expect(others).toEqual([]);

  if (hasScripts) {
    // A form with a token needs no confirmation.
    expect(sent?.kind).toBe("school");
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeFocused();
  } else {
    expect(sent?.kind).toBe("mail");
    const link = await confirmLink(page, email);
    await page.goto(link);
    expect(await outboxEntries(page, email)).toHaveLength(1);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/stride");
    await expect(page.getByText(`Your address is confirmed, and so is the interest of ${SCHOOL}.`)).toBeVisible();
    expect((await outboxEntries(page, email)).map(({ kind }) => kind)).toEqual(["school", "mail"]);
    // Confirming again changes nothing.
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    expect(await outboxEntries(page, email)).toHaveLength(2);
  }

  await page.getByRole("button", { name: "Register Another School" }).click();
  await expect(page.getByRole("heading", { name: "Register Your School's Interest" })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toHaveCount(0);
  await expect(page.getByLabel("School", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Headteacher")).toBeChecked();
  await expect(page.getByLabel("Students (optional)")).toHaveValue("");
});

test("the school form reports errors at each field and in a summary, and keeps the input", async ({
  page,
  hasScripts,
}) => {
  await page.goto("/stride");
  await fillSchoolForm(page, "grace at kibera");
  await page.getByLabel("Phone").fill("07123");
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Enter a Kenyan phone number, such as 0712345678");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await page.getByRole("link", { name: /^Phone: / }).click();
  await expect(page.getByLabel("Phone")).toBeFocused();
  await page.getByLabel("Phone").fill("0712 345 678");
  await expectSchoolInput(page, "grace at kibera");
  const email = newEmail();
  await page.getByLabel("E-mail").fill(email);
  await joinButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
});

test("a school's confirmation link that no longer works leads back to the form", { tag: "@plain" }, async ({
  page,
}) => {
  await page.goto("/stride/confirm?token=none-of-ours-none-of-ours-none-of-ours-none");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Register Your School" }).click();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", /rgb/);
});

test("axe finds nothing on the rejected school form and on the thanks", {
  tag: ["@wide", "@scripts"],
}, async ({ page, hasScripts }) => {
  await page.goto("/stride");
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await fillSchoolForm(page, newEmail());
  await joinButton(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await axeInBothSchemes(page)).toEqual([]);
});

test("the rejected school form fits 320 px, and every target is 44 px high", { tag: "@plain" }, async ({
  page,
  hasScripts,
}) => {
  await page.goto("/stride");
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await overflow(page, 320)).toBe(0);
  expect(await smallTargets(page)).toEqual([]);
});

test("while the school form is being sent its fields are disabled and a second press does nothing", {
  tag: "@scripts",
}, async ({ page }) => {
  const email = newEmail();
  await page.goto("/stride");
  await fillSchoolForm(page, email);
  await hydrated(page);
  await expect(schoolToken(page)).toHaveValue(/^sandbox-/);
  const letAnswerCome = await holdRequests(page, /\/stride/);
  await joinButton(page).click();
  const pending = page.getByRole("button", { name: "Submitting..." });
  await expect(pending).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Phone")).toBeDisabled();
  await pending.dispatchEvent("click");
  letAnswerCome();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("a draft of the school form survives a reload and is deleted once it was sent", {
  tag: "@scripts",
}, async ({ page, hasScripts }) => {
  const email = newEmail();
  await page.goto("/stride");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await fillSchoolForm(page, email);
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await kept()).toContain(email);
  expect(await kept()).not.toMatch(/sandbox-|stamp|turnstile|website_2/);
  // A new page in the same tab does not restore the browser's own form data.
  await page.goto("/cookies");
  await page.goto("/stride");
  await page.getByLabel("Your name").focus();
  await expectSchoolInput(page, email);
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await kept()).not.toContain(email);
});

test.describe("by a clock of its own", () => {
  test.use({ isFirstVisit: true });

  test("a blocked or silent bot-check widget lets the school register by e-mail", {
    tag: "@scripts",
  }, async ({ page, consoleErrors }) => {
    const silent = newEmail("timeout");
    await page.clock.install();
    await page.goto("/stride");
    await fillSchoolForm(page, silent);
    await expect(joinButton(page)).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(8_000);
    await expect(page.getByText(RELEASED)).toBeVisible();
    await expect(joinButton(page)).not.toHaveAttribute("aria-disabled", "true");

    await page.route("**/turnstile/**", (route) => route.abort());
    const email = newEmail();
    await page.reload();
    await page.evaluate(() => sessionStorage.clear());
    await page.getByLabel("Your name").fill("");
    await fillSchoolForm(page, email);
    await expect(page.getByText(RELEASED)).toBeVisible();
    await ageForm(page.locator("main"), "school-interest");
    await joinButton(page).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    expect((await outboxEntries(page, email)).map(({ kind }) => kind)).toEqual(["mail"]);
    expect(consoleErrors.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
  });
});
