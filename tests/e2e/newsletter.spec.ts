import type { Page } from "@playwright/test";
import { expect, hydrated, newEmail, OUTBOX, outboxEntries, test } from "./fixtures.ts";
import { ageForm } from "./forms.ts";
import { axeInBothSchemes } from "./page-checks.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
const block = (page: Page) => page.getByRole("region", { name: "Stay Updated" });
/** The form on the contact page, or on /newsletter, where a native POST leads. */
const form = (page: Page) => page.locator("#newsletter-form");
const button = (page: Page) => form(page).getByRole("button", { name: "Subscribe" });

async function fill(page: Page, email: string) {
  await form(page).getByLabel("E-mail").fill(email);
  await form(page).getByLabel("First name").fill("Njeri");
}

/**
 * Sends the form: with scripts after the bot check's token, without them as if it had been open for a while. Returns the page with the
 * response, which is a new tab when the contact page has no scripts.
 */
async function subscribe(page: Page, hasScripts: boolean): Promise<Page> {
  const isNewTab = !hasScripts && new URL(page.url()).pathname === "/contact";
  await button(page).focus();
  await (hasScripts ? hydrated(page) : ageForm(form(page), "newsletter"));
  const [answering] = await Promise.all([isNewTab ? page.waitForEvent("popup") : page, button(page).click()]);
  return answering;
}

async function linksTo(page: Page, email: string): Promise<string[]> {
  const all: { to: string; text: string; html?: string }[] = await (await page.request.get(OUTBOX)).json();
  const mail = all.find(({ to }) => to === email);
  // The mail has each link twice, in its text and its HTML part.
  return [...new Set(`${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"<]+/g))];
}

test("a visitor subscribes on the contact page, confirms if there was no token, and unsubscribes", async ({
  page,
  hasScripts,
}) => {
  const email = newEmail();
  await page.goto("/contact");
  await expect(block(page).getByRole("heading", { name: "Stay Updated" })).toBeVisible();
  await fill(page, email);
  const answer = await subscribe(page, hasScripts);
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expect(answer).toHaveURL(hasScripts ? "/contact" : "/newsletter");
  await expect(form(answer).getByLabel("E-mail")).toHaveValue("");

  if (!hasScripts) {
    expect((await outboxEntries(page, email)).map(({ kind }) => kind)).toEqual(["mail"]);
    const [link = ""] = await linksTo(page, email);
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Your subscription is confirmed")).toBeVisible();
  }
  expect((await outboxEntries(page, email))[0]?.kind).toBe("newsletter");
  const links = await linksTo(page, email);
  expect(links.filter((link) => link.includes("/blog/"))).toHaveLength(3);

  await page.goto(links.find((link) => link.includes("/newsletter/unsubscribe")) ?? "");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You have left the newsletter")).toBeVisible();
  expect((await outboxEntries(page, email))[0]?.kind).toBe("newsletter");
});

test("an invalid newsletter address shows an error at its field and keeps the input", async ({ page, hasScripts }) => {
  await page.goto("/contact");
  await fill(page, "njeri at example");
  const answer = await subscribe(page, hasScripts);
  await expect(form(answer).getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(answer).toHaveURL(hasScripts ? "/contact" : "/newsletter");
  await expect(form(answer).getByLabel("E-mail")).toHaveValue("njeri at example");
  await expect(form(answer).getByLabel("First name")).toHaveValue("Njeri");
  await form(answer).getByLabel("E-mail").fill(newEmail());
  await button(answer).click();
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expect(answer).toHaveURL(hasScripts ? "/contact" : "/newsletter");
});

test("subscribing keeps the input of the contact form", async ({ page, hasScripts }) => {
  let tabs = 1;
  page.on("popup", () => {
    tabs += 1;
  });
  const message = page.locator("#contact-form");
  const email = newEmail();
  await page.goto("/contact");
  await message.getByLabel("Subject").fill("Bei");
  await message.getByLabel("Message").fill("Habari\nyako");
  await fill(page, email);
  // Playwright's option javaScriptEnabled does not make <noscript> visible, so the test reads the markup.
  expect(await form(page).locator("noscript").innerHTML()).toContain("The answer opens in a new tab.");
  const answer = await subscribe(page, hasScripts);
  await expect(answer.getByText(THANKS)).toBeVisible();
  expect(tabs).toBe(hasScripts ? 1 : 2);
  await expect(message.getByLabel("Subject")).toHaveValue("Bei");
  await expect(message.getByLabel("Message")).toHaveValue("Habari\nyako");
  await answer.reload();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("a draft of the contact form survives a reload", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await page.getByLabel("Message").fill("Habari\nyako");
  await page.getByLabel("Subject").fill("Bei");
  await page.goto("/cookies");
  await page.goto("/contact?domain=mamanjeri.com");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await expect(page.getByLabel("Subject")).toHaveValue("Domain enquiry: mamanjeri.com");
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await expect(page.getByLabel("Subject")).toHaveValue("Bei");
  await expect(page.getByLabel("Message")).toHaveValue("Habari\nyako");
});

test("a newsletter link that no longer works shows an explanation", { tag: "@plain" }, async ({ page }) => {
  for (const path of ["/newsletter/confirm", "/newsletter/unsubscribe"]) {
    await page.goto(`${path}?token=none-of-ours-none-of-ours-none-of-ours-none`);
    await page.getByRole("main").getByRole("button").click();
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  }
});

test("axe finds nothing on a rejected newsletter form", { tag: ["@wide", "@scripts"] }, async ({
  page,
  hasScripts,
}) => {
  for (const path of ["/contact", "/newsletter"]) {
    await page.goto(path);
    await subscribe(page, hasScripts);
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axeInBothSchemes(page), path).toEqual([]);
  }
});
