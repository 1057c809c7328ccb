import { expect, newEmail, test } from "./fixtures.ts";
import { contactForm, fillContactForm } from "./forms.ts";
import { axe } from "./page-checks.ts";

test("the keys of the desk move along the list, to the answer and to the end, and not while somebody types", {
  tag: ["@scripts", "@wide"],
}, async ({ page, staff, isMobile }) => {
  const word = newEmail().slice(0, 14);
  for (const number of [1, 2]) {
    await fillContactForm(page, newEmail());
    await contactForm(page).getByLabel("Subject").fill(`${word} ${number}`);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent successfully").first()).toBeVisible();
  }
  await staff();
  await page.goto(`/desk/messages?q=${word}`);
  const rows = page.locator("[data-row]");
  await expect(rows).toHaveCount(2);
  // On a wide screen the first message is open, so that the next row is the second.
  await page.keyboard.press("j");
  await expect(rows.nth(isMobile ? 0 : 1)).toBeFocused();
  await page.keyboard.press("k");
  if (isMobile) await page.keyboard.press("j");
  await rows.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `${word} 1` })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("a");
  const answer = page.getByLabel("Your answer");
  await expect(answer).toBeFocused();
  // The text goes on after the greeting.
  await page.keyboard.type("jake?");
  await expect(answer).toHaveValue(/^Hello[^\n]*,\n\njake\?$/);
  await answer.blur();
  await page.keyboard.press("e");
  await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toBeVisible();
  await keys.getByLabel("Use these keys").uncheck();
  await keys.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await page.keyboard.press("a");
  await expect(answer).not.toBeFocused();
});

test.describe("with a clock of its own", () => {
  test.use({ isFirstVisit: true });

  test("a draft is kept while somebody writes, the toolbar writes Markdown, and Save follows the kept draft", {
    tag: "@scripts",
  }, async ({ page, staff, endSessions }) => {
    const { email } = await staff();
    await page.clock.install();
    await page.goto("/desk/posts/new");
    const title = `Rasimu ${newEmail().slice(0, 14)}`;
    const text = page.getByLabel("Text", { exact: true });
    await text.fill("habari");
    await text.selectText();
    await page.getByRole("button", { name: "Bold" }).click();
    await expect(text).toHaveValue("**habari**");
    // What is typed next stands between the signs.
    await page.keyboard.type(" yako");
    await expect(text).toHaveValue("**habari yako**");
    await text.fill("**habari**");
    // Without a title nothing can be kept, but it is previewed.
    await page.clock.fastForward(20_000);
    await expect(page.locator(".editor-preview strong")).toHaveText("habari");
    await expect(page.getByText(/Not saved yet$/)).toBeVisible();
    await expect(page).toHaveURL(/\/new$/);
    await page.getByLabel("Title").fill(title);
    await page.clock.fastForward(20_000);
    await expect(page.getByText(/Saved at \d\d:\d\d$/)).toBeVisible();
    await expect(page).toHaveURL(/\/desk\/posts\/[0-9a-f-]{36}$/);
    await text.fill("habari yako");
    await page.clock.fastForward(20_000);
    await expect(page.getByText(/Saved at \d\d:\d\d$/)).toBeVisible();
    await expect(page.locator(".editor-preview")).toContainText("habari yako");
    await text.fill("habari yako leo");
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(text).toHaveValue("habari yako leo");
    expect(await axe(page)).toEqual([]);
    // The sign-in page answers, so nothing is saved, and the page stays as it is.
    await endSessions(email);
    await text.fill("habari yako kesho");
    await page.clock.fastForward(20_000);
    await expect(page.getByText("Not saved. Press Save")).toBeVisible();
    await expect(page).toHaveURL(/\/desk\/posts\/[0-9a-f-]{36}$/);
  });
});

test("the buttons stay in view while a long text scrolls, and the preview beside it follows to its end", {
  tag: ["@scripts", "@wide"],
}, async ({ page, staff, isMobile }) => {
  await staff();
  await page.goto("/desk/posts");
  await page.getByRole("link", { name: "What are TLDs" }).click();
  const text = page.getByLabel("Text", { exact: true });
  const height = page.viewportSize()?.height ?? 0;
  // On a phone the page scrolls alone. Beside a preview, the text scrolls by itself.
  const isLonger = ((await text.boundingBox())?.height ?? 0) > height;
  expect(isLonger).toBe(isMobile);
  await expect(page.getByLabel("Title")).toHaveJSProperty("tagName", "TEXTAREA");
  await text.evaluate((area) => area.scrollIntoView({ block: "end" }));
  for (const name of ["Bold", "Quote", "Table", "Picture"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole("button", { name: "Save changes" })).toBeInViewport({ ratio: 1 });
  const preview = page.locator(".editor-preview");
  await text.evaluate((area) => area.scrollTo(0, area.scrollHeight));
  const left = () => preview.evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
  if (isMobile) await expect(preview).toBeHidden();
  else await expect.poll(left).toBeLessThan(2);
});
