import { axeInCloths } from "./axe.ts";
import { button, expectKept, fill, join, linkFor, SCHOOL, THANKS } from "./school-form.ts";
import { expect, ownEmail, sentWith, test } from "./visitor.ts";

test("the page stands alone, says what Stride is and costs, and its anchors lead to the form", {
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
    // It came with a token, so it is thanked at once.
    expect(sent?.kind).toBe("school");
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeFocused();
  } else {
    expect(sent?.kind).toBe("mail");
    const link = await linkFor(page, email);
    await page.goto(link);
    expect(await sentWith(page, email)).toHaveLength(1);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/stride");
    await expect(page.getByText(`Your address is confirmed, and so is the interest of ${SCHOOL}.`)).toBeVisible();
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

test("when a school cannot be kept it says so, and nothing typed is lost", { tag: "@scripts" }, async ({
  page,
  isEnhanced,
}) => {
  const email = ownEmail("unkept");
  await page.goto("/stride");
  await fill(page, email);
  await join(page, isEnhanced);
  await expect(page.getByText("Failed to submit. Please try again.")).toBeVisible();
  await expectKept(page, email);
  expect(await sentWith(page, email)).toEqual([]);
});

test("a link that no longer works says so and leads back", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/stride/confirm?token=none-of-ours-none-of-ours-none-of-ours-none");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Register Your School" }).click();
  await expect(page).toHaveURL("/stride");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", /rgb/);
});

test("axe finds nothing on the form that came back, nor on the thanks", {
  tag: ["@wide", "@scripts"],
}, async ({ page, isEnhanced }) => {
  await page.goto("/stride");
  await join(page, isEnhanced);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInCloths(page)).toEqual([]);
  await fill(page, ownEmail());
  await button(page).click();
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  expect(await axeInCloths(page)).toEqual([]);
});

test("the form that came back fits 320 px, and all of it can be touched", { tag: "@plain" }, async ({
  page,
  isEnhanced,
}) => {
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
