import type { Page } from "@playwright/test";
import { expect, hydrated, newEmail, OUTBOX, outboxEntries, test } from "./fixtures.ts";
import { ageForm } from "./forms.ts";
import { axeInBothSchemes } from "./page-checks.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
const block = (page: Page) => page.getByRole("region", { name: "Stay Updated" });
/** The form on the contact page, or on the page of its own where it is shown when it came back. */
const form = (page: Page) => page.locator("#newsletter-form");
const button = (page: Page) => form(page).getByRole("button", { name: "Subscribe" });

async function fill(page: Page, email: string) {
  await form(page).getByLabel("E-mail").fill(email);
  await form(page).getByLabel("First name").fill("Njeri");
}

/**
 * Without scripts there is no token, and no person fills the form in within three seconds. Gives the page that answers:
 * without scripts the contact page has it in a new tab.
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
  // Each stands in the text and in the HTML.
  return [...new Set(`${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"<]+/g))];
}

test("somebody subscribes on the contact page, confirms where there was no token, and can leave again", async ({
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
  // The list is the site's own: nobody has to be told.
  expect((await outboxEntries(page, email))[0]?.kind).toBe("newsletter");
});

test("a bad address is said at its field, on a page that has the form, and nothing typed is lost", async ({
  page,
  hasScripts,
}) => {
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

test("what is being written to the agency stays where it is while somebody subscribes", async ({
  page,
  hasScripts,
}) => {
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
  // Not whether it is seen: a browser whose scripts are off for a test reads the page as one that has them.
  expect(await form(page).locator("noscript").innerHTML()).toContain("The answer opens in a new tab.");
  const answer = await subscribe(page, hasScripts);
  await expect(answer.getByText(THANKS)).toBeVisible();
  expect(tabs).toBe(hasScripts ? 1 : 2);
  await expect(message.getByLabel("Subject")).toHaveValue("Bei");
  await expect(message.getByLabel("Message")).toHaveValue("Habari\nyako");
  await answer.reload();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("what was typed to the agency survives a reload of the hydrated page", { tag: "@scripts" }, async ({ page }) => {
  // Without scripts the browser keeps what it keeps.
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

test("a link of a mail that no longer works says so", { tag: "@plain" }, async ({ page }) => {
  for (const path of ["/newsletter/confirm", "/newsletter/unsubscribe"]) {
    await page.goto(`${path}?token=none-of-ours-none-of-ours-none-of-ours-none`);
    await page.getByRole("main").getByRole("button").click();
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  }
});

test("axe finds nothing on the form that came back, on cloth and off", { tag: ["@wide", "@scripts"] }, async ({
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
