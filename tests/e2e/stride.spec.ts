import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, hydrateFrom, newEmail, test } from "./fixtures.ts";
import { expectSchoolInput, fillSchoolForm, joinButton, SCHOOL, schoolToken, submitSchoolForm } from "./forms.ts";
import { axe } from "./page-checks.ts";

const thanks = (page: Page) => page.getByRole("heading", { name: "Thank You!" });

test("the school page has no site navigation, and its links lead to the form", { tag: "@script-independent" }, async ({
  page,
}) => {
  for (const name of ["Learn More", "Register Your School"]) {
    await page.goto("/stride");
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL("/stride#form");
    await expect(page.getByRole("heading", { name: "Register Your School's Interest" })).toBeInViewport();
  }
  await expect(page.getByText("Under Ksh. 50 per student per month.")).toBeVisible();
  await expect(page.locator("meta[name=theme-color]").first()).toHaveAttribute("content", "#0F5C4D");
  await expect(page.getByRole("link", { name: /^(Sign In|Blog|Projects|Contact)$/ })).toHaveCount(0);
});

test("the rejected school form reports errors at each field and keeps the input", async ({ page, hasScripts }) => {
  await page.goto("/stride");
  await fillSchoolForm(page, "grace at kibera");
  await page.getByLabel("Phone").fill("07123");
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Enter a Kenyan phone number, such as 0712345678");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await page.getByRole("link", { name: /^Phone: / }).click();
  await expect(page.getByLabel("Phone")).toBeFocused();
  await page.getByLabel("Phone").fill("0712 345 678");
  await expectSchoolInput(page, "grace at kibera");
});

test("a school registers, confirms by the mailed link without scripts, and can register another", async ({
  page,
  outbox,
  hasScripts,
}) => {
  const email = newEmail();
  await page.goto("/stride");
  await fillSchoolForm(page, email);
  await submitSchoolForm(page, hasScripts);
  await expect(thanks(page)).toBeInViewport();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByText(`We have received the interest of ${SCHOOL}.`)).toContainText("48 hours");
  await expect(joinButton(page)).toHaveCount(0);
  // A form with a bot-check token needs no confirmation.
  const [sent, ...others] = (await outbox.list({ to: email })).map(({ kind }) => kind);
  expect([sent, others]).toEqual([hasScripts ? "school" : "mail", []]);
  if (hasScripts) {
    await expect(thanks(page)).toBeFocused();
    expect(await axe(page)).toEqual([]);
  } else {
    await page.goto((await outbox.waitFor({ to: email })).links[0]?.href ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/stride");
    await expect(page.getByText(`Your address is confirmed, and so is the interest of ${SCHOOL}.`)).toBeVisible();
    expect((await outbox.list({ to: email })).map(({ kind }) => kind)).toEqual(["school", "mail"]);
  }

  await page.getByRole("button", { name: "Register Another School" }).click();
  await expect(page.getByRole("heading", { name: "Register Your School's Interest" })).toBeInViewport();
  await expect(thanks(page)).toHaveCount(0);
  await expect(page.getByLabel("School", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Headteacher")).toBeChecked();
  await expect(page.getByLabel("Students (optional)")).toHaveValue("");
});

test("a draft of the school form survives a reload and is deleted once sent", { tag: "@scripts" }, async ({
  page,
  outbox,
}) => {
  const email = newEmail();
  await page.goto("/stride");
  await hydrateFrom(page.getByLabel("Your name"));
  await fillSchoolForm(page, email);
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(await stored()).toContain(email);
  expect(await stored()).not.toMatch(/sandbox-|stamp|turnstile|website_2/);
  // A new page in the same tab does not restore the browser's own form data.
  await page.goto("/cookies");
  await page.goto("/stride");
  await hydrateFrom(page.getByLabel("Your name"));
  await expectSchoolInput(page, email);
  await expect(schoolToken(page)).toHaveValue(/^sandbox-/);
  const release = await holdRequests(page, /\/stride/);
  await joinButton(page).click();
  const pending = page.getByRole("button", { name: "Submitting..." });
  await expect(pending).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Phone")).toBeDisabled();
  await pending.dispatchEvent("click");
  release();
  await expect(thanks(page)).toBeVisible();
  expect(await outbox.list({ to: email })).toHaveLength(1);
  expect(await stored()).not.toContain(email);
});

test("a blocked bot-check widget lets the school register by e-mail", { tag: "@scripts" }, async ({
  page,
  outbox,
  consoleErrors,
}) => {
  const email = newEmail();
  await page.route("**/turnstile/**", (route) => route.abort());
  await page.goto("/stride");
  await fillSchoolForm(page, email);
  await hydrated(page);
  await expect(page.getByText(/You can send the form without it\./)).toBeVisible();
  await joinButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect((await outbox.list({ to: email })).map(({ kind }) => kind)).toEqual(["mail"]);
  expect(consoleErrors.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
});
