import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { enhanced, expect, OUTBOX, ownEmail, sentWith, test } from "./visitor.ts";

const SCHOOL = "Kibera Hills Primary";
const THANKS = "Thank you for your interest! We'll be in touch soon.";
const RELEASED = /You can send the form without it\./;
const token = (page: Page) => page.locator("[name=turnstileToken]");
const button = (page: Page) => page.getByRole("button", { name: "Join Waiting List" });

async function fill(page: Page, email: string) {
  await page.getByLabel("Your name").fill('Grace "Mama" Achieng');
  await page.getByLabel("School", { exact: true }).fill(SCHOOL);
  await page.getByLabel("Parent").check();
  await page.getByLabel("Phone").fill("0712 345 678");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Students (optional)").selectOption("101-300");
  await page.getByLabel("Most useful to you (optional)").selectOption({ label: "Fee Management" });
}

async function expectKept(page: Page, email: string) {
  await expect(page.getByLabel("Your name")).toHaveValue('Grace "Mama" Achieng');
  await expect(page.getByLabel("School", { exact: true })).toHaveValue(SCHOOL);
  await expect(page.getByLabel("Parent")).toBeChecked();
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Students (optional)")).toHaveValue("101-300");
  await expect(page.getByLabel("Most useful to you (optional)")).toHaveValue("fees");
}

/** Without scripts there is no token, and no person fills the form in within three seconds. */
async function join(page: Page, isEnhanced: boolean) {
  await button(page).focus();
  await (isEnhanced ? enhanced(page) : page.waitForTimeout(3100));
  await button(page).click();
}

/** The address behind the newest mail to somebody. */
async function linkFor(page: Page, email: string): Promise<string> {
  const all: { to: string; text: string }[] = await (await page.request.get(OUTBOX)).json();
  return /http\S+\/stride\/confirm\?token=[\w-]+/.exec(all.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
}

test("the page stands alone, says what Stride is and costs, and its anchors lead to the form", async ({ page }) => {
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

test("the form begins with its defaults and offers what it should", async ({ page }) => {
  await page.goto("/stride");
  const roles = page.getByRole("group", { name: "You are the" }).getByRole("radio");
  await expect(roles).toHaveCount(6);
  await expect(page.getByLabel("Headteacher")).toBeChecked();
  await expect(page.getByLabel("Phone")).toHaveAttribute("type", "tel");
  await expect(page.getByLabel("Phone")).toHaveAttribute("placeholder", "0712345678");
  const optionsOf = (label: string) => page.getByLabel(label).locator("option").allTextContents();
  expect(await optionsOf("Students (optional)")).toEqual(["Select...", "1-100", "101-300", "301-500", "500+"]);
  expect(await optionsOf("Most useful to you (optional)")).toEqual([
    "Select...",
    "CBC Support",
    "Exam Preparation",
    "Fee Management",
    "Automated Reports",
  ]);
  await expect(page.getByLabel("Send me news about Stride, too.")).not.toBeChecked();
});

test("a school registers, confirms by the button behind its mail, and can register another", async ({
  page,
  isEnhanced,
}) => {
  const email = ownEmail();
  await page.goto("/stride");
  await fill(page, email);
  await join(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeInViewport();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page.getByText(`We have received the interest of ${SCHOOL}.`)).toContainText("48 hours");
  await expect(button(page)).toHaveCount(0);
  const [sent, ...others] = await sentWith(page, email);
  expect(others).toEqual([]);

  if (isEnhanced) {
    // It came with a token, so the worker has written at once.
    expect(sent?.kind).toBe("school");
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeFocused();
  } else {
    expect(sent?.kind).toBe("mail");
    const link = await linkFor(page, email);
    await page.goto(link);
    expect(await sentWith(page, email)).toHaveLength(1);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/stride");
    await expect(page.getByText(`Your address is confirmed, and the interest of ${SCHOOL} with it.`)).toBeVisible();
    expect((await sentWith(page, email)).map(({ kind }) => kind)).toEqual(["school", "mail"]);
    // Back and once more: it stays done once.
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    expect(await sentWith(page, email)).toHaveLength(2);
  }

  await page.getByRole("button", { name: "Register Another School" }).click();
  await expect(page.getByRole("heading", { name: "Register Your School's Interest" })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toHaveCount(0);
  await expect(page.getByLabel("School", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Headteacher")).toBeChecked();
  await expect(page.getByLabel("Students (optional)")).toHaveValue("");
});

test("what is wrong is said at its field and in a summary, and nothing typed is lost", async ({ page, isEnhanced }) => {
  await page.goto("/stride");
  await fill(page, "grace at kibera");
  await page.getByLabel("Phone").fill("07123");
  await join(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Enter a Kenyan phone number, such as 0712345678");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await page.getByRole("link", { name: /^Phone: / }).click();
  await expect(page.getByLabel("Phone")).toBeFocused();
  await page.getByLabel("Phone").fill("0712 345 678");
  await expectKept(page, "grace at kibera");
  const email = ownEmail();
  await page.getByLabel("E-mail").fill(email);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
});

for (const word of ["fail", "refuse"] as const) {
  test(`when the mail fails (${word}) it says so, keeps everything, and the school stays`, async ({
    page,
    isEnhanced,
  }) => {
    const email = ownEmail(word);
    await page.goto("/stride");
    await fill(page, email);
    await join(page, isEnhanced);
    await expect(page.getByText("Failed to submit. Please try again.")).toBeVisible();
    await expectKept(page, email);
    expect(await sentWith(page, email)).toEqual([]);
  });
}

test("the same school sent again is one, with success both times", async ({ page, isEnhanced }) => {
  const email = ownEmail();
  for (const _round of [1, 2]) {
    await page.goto("/stride");
    await fill(page, email);
    await join(page, isEnhanced);
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  }
  expect(await sentWith(page, email)).toHaveLength(1);
});

test("while it is sent the button says so, the fields are closed, and a second press does nothing", async ({
  page,
  isEnhanced,
}) => {
  test.skip(!isEnhanced, "without scripts the browser shows that it is loading");
  const email = ownEmail("slow");
  await page.goto("/stride");
  await fill(page, email);
  await enhanced(page);
  // The widget is slow too.
  await expect(token(page)).toHaveValue(/^sandbox-/, { timeout: 10_000 });
  await button(page).click();
  const pending = page.getByRole("button", { name: "Submitting..." });
  await expect(pending).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Phone")).toBeDisabled();
  await pending.dispatchEvent("click");
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible({ timeout: 10_000 });
  expect(await sentWith(page, email)).toHaveLength(1);
});

test("a network that is lost in mid-submit says so, keeps what was typed, and it can be sent again", async ({
  page,
  isEnhanced,
  context,
  complaints,
}) => {
  test.skip(!isEnhanced, "without scripts the browser shows its own page, and Back brings the text back");
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

test("what was typed survives a reload of the enhanced page, and is forgotten once it was sent", async ({
  page,
  isEnhanced,
}) => {
  test.skip(!isEnhanced, "without scripts the browser keeps what it keeps");
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

test("a widget that is blocked, or says nothing for eight seconds, lets the school register by mail", async ({
  page,
  isEnhanced,
  complaints,
}) => {
  test.skip(!isEnhanced, "without scripts there is no widget");
  const silent = ownEmail("timeout");
  await page.goto("/stride");
  await fill(page, silent);
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(RELEASED)).toBeVisible({ timeout: 10_000 });
  await expect(button(page)).not.toHaveAttribute("aria-disabled", "true");

  await page.route("**/turnstile/**", (route) => route.abort());
  const email = ownEmail();
  await page.reload();
  await page.evaluate(() => sessionStorage.clear());
  await page.getByLabel("Your name").fill("");
  await fill(page, email);
  await expect(page.getByText(RELEASED)).toBeVisible();
  await page.waitForTimeout(3100);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect((await sentWith(page, email)).map(({ kind }) => kind)).toEqual(["mail"]);
  expect(complaints.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
});

test("a refused token says so, and the next one counts", async ({ page, isEnhanced }) => {
  test.skip(!isEnhanced, "without scripts there is no token");
  const email = ownEmail("captcha");
  await page.goto("/stride");
  await fill(page, email);
  await enhanced(page);
  await expect(token(page)).toHaveValue(/^refuse-/);
  await button(page).click();
  await expect(page.getByText("CAPTCHA verification failed. Please try again.")).toBeVisible();
  await expectKept(page, email);
  const better = ownEmail();
  await page.getByLabel("E-mail").fill(better);
  await expect(token(page)).toHaveValue(/^sandbox-/);
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await sentWith(page, better)).toHaveLength(1);
});

test("a link that no longer works says so and leads back", async ({ page }) => {
  await page.goto("/stride/confirm?token=none-of-ours-none-of-ours-none-of-ours-none");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Register Your School" }).click();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", /rgb/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the form that came back, nor on the thanks, in ${colorScheme}`, async ({
    page,
    isEnhanced,
  }) => {
    test.skip(!isEnhanced, "axe is a script");
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/stride");
    await join(page, isEnhanced);
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await fill(page, ownEmail());
    await button(page).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
}

test("the form that came back fits 320 px, and all of it can be touched", async ({ page, isEnhanced }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/stride");
  await join(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const low = await page
    .locator("a, button, select, label:has(input), input:not([type=hidden], [type=radio], [type=checkbox])")
    .evaluateAll((all) =>
      all
        .filter((element) => !element.closest(".ribbon, [aria-hidden], .quiet") && element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().height < 43.5)
        .map((element) => element.outerHTML.slice(0, 80)),
    );
  expect(low).toEqual([]);
});
