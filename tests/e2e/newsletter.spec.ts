import type { Page } from "@playwright/test";
import { axeInCloths } from "./axe.ts";
import { standAWhile } from "./stamp.ts";
import { enhanced, expect, OUTBOX, ownEmail, sentWith, test } from "./visitor.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
const block = (page: Page) => page.getByRole("region", { name: "Stay Updated" });
/** The form on the contact page, or on the page of its own where it is shown when it came back. */
const form = (page: Page) => page.locator("#newsletter-form");
const button = (page: Page) => form(page).getByRole("button", { name: "Subscribe" });
const token = (page: Page) => form(page).locator("[name=turnstileToken]");

async function fill(page: Page, email: string) {
  await form(page).getByLabel("E-mail").fill(email);
  await form(page).getByLabel("First name").fill("Njeri");
}

/**
 * Without scripts there is no token, and no person fills the form in within three seconds. Gives the page that answers:
 * without scripts the contact page has it in a new tab.
 */
async function subscribe(page: Page, isEnhanced: boolean): Promise<Page> {
  const isNewTab = !isEnhanced && new URL(page.url()).pathname === "/contact";
  await button(page).focus();
  await (isEnhanced ? enhanced(page) : standAWhile(form(page), "newsletter"));
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
  isEnhanced,
}) => {
  const email = ownEmail();
  await page.goto("/contact");
  await expect(block(page).getByRole("heading", { name: "Stay Updated" })).toBeVisible();
  await fill(page, email);
  const answer = await subscribe(page, isEnhanced);
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expect(answer).toHaveURL(isEnhanced ? "/contact" : "/newsletter");
  await expect(form(answer).getByLabel("E-mail")).toHaveValue("");

  if (!isEnhanced) {
    expect((await sentWith(page, email)).map(({ kind }) => kind)).toEqual(["mail"]);
    const [link = ""] = await linksTo(page, email);
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Your subscription is confirmed")).toBeVisible();
  }
  expect((await sentWith(page, email))[0]?.kind).toBe("newsletter");
  const links = await linksTo(page, email);
  expect(links.filter((link) => link.includes("/blog/"))).toHaveLength(3);

  await page.goto(links.find((link) => link.includes("/newsletter/unsubscribe")) ?? "");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You have left the newsletter")).toBeVisible();
  // The list is the site's own: nobody has to be told.
  expect((await sentWith(page, email))[0]?.kind).toBe("newsletter");
});

test("a bad address is said at its field, on a page that has the form, and nothing typed is lost", async ({
  page,
  isEnhanced,
}) => {
  await page.goto("/contact");
  await fill(page, "njeri at example");
  const answer = await subscribe(page, isEnhanced);
  await expect(form(answer).getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(answer).toHaveURL(isEnhanced ? "/contact" : "/newsletter");
  await expect(form(answer).getByLabel("E-mail")).toHaveValue("njeri at example");
  await expect(form(answer).getByLabel("First name")).toHaveValue("Njeri");
  await form(answer).getByLabel("E-mail").fill(ownEmail());
  await button(answer).click();
  await expect(answer.getByText(THANKS)).toBeVisible();
  await expect(answer).toHaveURL(isEnhanced ? "/contact" : "/newsletter");
});

test("what is being written to the agency stays where it is while somebody subscribes", async ({
  page,
  isEnhanced,
}) => {
  let tabs = 1;
  page.on("popup", () => {
    tabs += 1;
  });
  const message = page.locator("#contact-form");
  const email = ownEmail();
  await page.goto("/contact");
  await message.getByLabel("Subject").fill("Bei");
  await message.getByLabel("Message").fill("Habari\nyako");
  await fill(page, email);
  // Not whether it is seen: a browser whose scripts are off for a test reads the page as one that has them.
  expect(await form(page).locator("noscript").innerHTML()).toContain("The answer opens in a new tab.");
  const answer = await subscribe(page, isEnhanced);
  await expect(answer.getByText(THANKS)).toBeVisible();
  expect(tabs).toBe(isEnhanced ? 1 : 2);
  await expect(message.getByLabel("Subject")).toHaveValue("Bei");
  await expect(message.getByLabel("Message")).toHaveValue("Habari\nyako");
  await answer.reload();
  expect(await sentWith(page, email)).toHaveLength(1);
});

test("a reader who cannot be kept is told so, and both forms of the page keep what is typed", {
  tag: "@scripts",
}, async ({ page, isEnhanced }) => {
  // Without scripts each form leads to another page.
  await page.goto("/contact");
  await page.getByLabel("Subject").fill("Bei");
  await fill(page, ownEmail("unkept"));
  await subscribe(page, isEnhanced);
  await expect(form(page).getByText("Failed to subscribe. Please try again.")).toBeVisible();
  await expect(page.locator("#contact-form").getByRole("alert")).toHaveCount(0);
  await form(page).getByLabel("E-mail").fill(ownEmail());
  await button(page).click();
  await expect(page.locator(".toast").getByText(THANKS)).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Bei");
});

test("a success of one form leaves alone what is typed in the other, also after that one's own", {
  tag: "@scripts",
}, async ({ page }) => {
  // Without scripts each form leads to another page.
  const message = page.locator("#contact-form");
  await page.goto("/contact");
  await message.getByLabel("Your name").fill("Njeri");
  await message.getByLabel("E-mail").fill(ownEmail());
  await message.getByLabel("Subject").fill("Bei");
  await message.getByLabel("Message").fill("Habari");
  await enhanced(page);
  await message.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await message.getByLabel("Subject").fill("Another");
  await fill(page, ownEmail());
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await button(page).click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(message.getByLabel("Subject")).toHaveValue("Another");
});

test("a network that is lost in mid-submit says so, and it can be sent again", { tag: "@scripts" }, async ({
  page,
  context,
  complaints,
}) => {
  // Without scripts the browser shows its own page.
  const email = ownEmail();
  await page.goto("/contact");
  await fill(page, email);
  await enhanced(page);
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await context.setOffline(true);
  await button(page).click();
  await expect(form(page).getByText(/This could not be sent\. What you typed is still here/)).toBeVisible();
  await expect(form(page).getByLabel("E-mail")).toHaveValue(email);
  await context.setOffline(false);
  await button(page).click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await sentWith(page, email)).toHaveLength(1);
  expect(complaints.splice(0).every((text) => text.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);
});

test.describe("by a clock of its own", () => {
  test.use({ isFirstVisit: true });

  test("a widget that says nothing is waited for eight seconds; then the mail's link is the other door", {
    tag: "@scripts",
  }, async ({ page }) => {
    // Without scripts there is no widget.
    await page.clock.install();
    await page.goto("/newsletter");
    await fill(page, ownEmail("timeout"));
    await expect(button(page)).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(8_000);
    await expect(form(page).getByText(/You can send the form without it\./)).toBeVisible();
    await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");
  });
});

test("what was typed to the agency survives a reload of the enhanced page", { tag: "@scripts" }, async ({ page }) => {
  // Without scripts the browser keeps what it keeps.
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await enhanced(page);
  await page.getByLabel("Message").fill("Habari\nyako");
  await page.getByLabel("Subject").fill("Bei");
  await page.goto("/cookies");
  await page.goto("/contact?domain=mamanjeri.com");
  await page.getByLabel("Your name").focus();
  await enhanced(page);
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
  isEnhanced,
}) => {
  for (const path of ["/contact", "/newsletter"]) {
    await page.goto(path);
    await subscribe(page, isEnhanced);
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axeInCloths(page), path).toEqual([]);
  }
});
