import type { Page } from "@playwright/test";
import { expect, hydrated, hydrateFrom, newEmail, test } from "./fixtures.ts";

const panel = (page: Page) => page.locator("#sign-in");
const button = (page: Page) => panel(page).getByRole("button", { name: "Sign In" });
const token = (page: Page) => panel(page).locator("[name=turnstileToken]");
const WAITING = "One moment: the bot check is still running.";
const RELEASED = /You can send the form without it\./;
const REJECTED = "Invalid login credentials";
const CAPTCHA_FAILED = "CAPTCHA verification failed. Please try again.";

async function type(page: Page, email: string) {
  await panel(page).getByLabel("E-mail").fill(email);
  await panel(page).getByLabel("Password", { exact: true }).fill("wrong");
}

/** Opens the sign-in page and fills in its form. */
async function fill(page: Page, email: string) {
  await page.goto("/login");
  await type(page, email);
  await hydrated(page);
}

test("the bot check loads when a form is used, without a layout shift, and its token is sent", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.url().includes("turnstile") && scripts.push(request.url()));
  await page.goto("/login");
  await expect(page.getByText("We check that you are not a robot.").last()).toBeVisible();
  const before = await button(page).boundingBox();
  expect(scripts).toEqual([]);
  await type(page, newEmail());
  await expect(token(page)).toHaveValue(/^sandbox-/);
  expect(await button(page).boundingBox()).toEqual(before);
  expect(scripts).toEqual([expect.stringMatching(/\/turnstile\/v0\/api\.js\?render=explicit$/)]);
  const first = await token(page).inputValue();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await button(page).click();
  expect((await sent).postData()).toContain(first);
  await expect(page.getByText(REJECTED)).toBeVisible();
  // A token is good once.
  await expect(token(page)).toHaveValue(/^sandbox-/);
  expect(await token(page).inputValue()).not.toBe(first);
});

test("a form submitted before the bot-check token is ready is sent when it arrives", async ({ page }) => {
  await fill(page, newEmail("slow"));
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
  await expect(button(page)).toHaveAccessibleDescription(WAITING);
  // A form sent at once would have no token.
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await button(page).click();
  expect((await sent).postData()).toMatch(/turnstileToken=sandbox-/);
  await expect(page.getByText(REJECTED)).toBeVisible();
});

test.describe("with a clock of its own", () => {
  test.use({ isFirstVisit: true });

  test("the form waits eight seconds for a silent bot-check widget, and no longer", async ({ page }) => {
    await page.clock.install();
    // The fake clock has no performance marks, by which the page reports hydration.
    await page.addInitScript(() => {
      const marks: string[] = [];
      const getEntriesByName = (name: string) => marks.filter((mark) => mark === name);
      Object.assign(performance, { mark: (name: string) => marks.push(name), getEntriesByName });
    });
    await fill(page, newEmail("timeout"));
    await expect(button(page)).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(8_000);
    await expect(panel(page).getByText(RELEASED)).toBeVisible();
    await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");
    await button(page).click();
    await expect(page.getByText(REJECTED)).toBeVisible();
  });
});

test("a failed or blocked bot-check widget releases the form at once", async ({ page, consoleErrors }) => {
  // Timers of eight seconds never fire here.
  await page.addInitScript(() => {
    const start = window.setTimeout;
    window.setTimeout = ((work: () => void, ms?: number) => (ms === 8000 ? 0 : start(work, ms))) as typeof setTimeout;
  });
  for (const word of ["fail", "njeri"]) {
    if (word === "njeri") await page.route("**/turnstile/**", (route) => route.abort());
    await fill(page, newEmail(word));
    await expect(panel(page).getByText(RELEASED)).toBeVisible();
    await button(page).click();
    await expect(page.getByText(REJECTED)).toBeVisible();
    await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");
  }
  expect(consoleErrors.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
});

test("a rejected bot-check token shows an error, keeps the input, and the next token is accepted", async ({ page }) => {
  const email = newEmail("captcha");
  await fill(page, email);
  await expect(token(page)).toHaveValue(/^refuse-/);
  await button(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(CAPTCHA_FAILED);
  await expect(page.locator(".toast")).toHaveText(CAPTCHA_FAILED);
  await expect(page.getByText(CAPTCHA_FAILED)).toHaveCount(2);
  await page.locator(".toast").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(CAPTCHA_FAILED)).toHaveCount(1);
  await expect(panel(page).getByLabel("E-mail")).toHaveValue(email);
  await type(page, newEmail());
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await button(page).click();
  await expect(page.getByText(REJECTED)).toBeVisible();
});

test("an expired bot-check token is removed, and the form waits for a new one", async ({ page }) => {
  await fill(page, newEmail("expire"));
  await expect(token(page)).toHaveValue(/^sandbox-/);
  const first = await token(page).inputValue();
  await expect(token(page)).toHaveValue("");
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
  await expect(token(page)).toHaveValue(/^sandbox-/);
  expect(await token(page).inputValue()).not.toBe(first);
  await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");
});

test("the bot-check widget works after client navigation, under the first page's policy", async ({ page }) => {
  await page.goto("/");
  await hydrateFrom(page.getByLabel("Which name do you want?"));
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.locator("summary", { hasText: "Menu" }).click();
  await page.getByRole("link", { name: "Sign In", exact: true }).first().click();
  await expect(page).toHaveURL("/login");
  await panel(page).getByLabel("E-mail").fill(newEmail());
  await expect(token(page)).toHaveValue(/^sandbox-/);
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
});
