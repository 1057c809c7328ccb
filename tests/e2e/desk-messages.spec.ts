import { expect, linkIn, newEmail, test } from "./fixtures.ts";
import { contactForm, fillContactForm } from "./forms.ts";
import { axe, overflow, smallTargets } from "./page-checks.ts";

test("a visitor's message on a phone is answered, written back to, and closed", {
  tag: "@script-independent",
}, async ({ page, browser, staff, outbox }) => {
  const email = newEmail();
  const subject = `Bei ya ${email.slice(0, 14)}`;
  await fillContactForm(page, email);
  await contactForm(page).getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent successfully")).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await staff(desk);
  await desk.goto("/desk/messages/answers");
  const title = `Price ${email.slice(0, 14)}`;
  await desk.getByLabel("Title").fill(title);
  await desk.getByLabel("Answer", { exact: true }).fill("It is KSh 1,500 a year.");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Saved", { exact: true })).toBeVisible();

  // The list has the oldest first, 50 a page.
  await desk.goto(`/desk/messages?q=${encodeURIComponent(subject)}`);
  await desk.getByRole("link", { name: subject }).click();
  await desk.getByRole("button", { name: "Take it" }).click();
  await expect(desk.getByText("You have it now")).toBeVisible();
  expect((await desk.getByLabel("Saved answer").boundingBox())?.width).toBeGreaterThan(150);
  await desk.getByLabel("Saved answer").selectOption({ label: title });
  await desk.getByRole("button", { name: "Use" }).click();
  await expect(desk.getByLabel("Your answer")).toHaveValue(/^Hello[^\n]*,\n\nIt is KSh 1,500 a year\.$/);
  await desk.getByRole("button", { name: "Send, next message" }).click();
  await expect(desk.getByText("The answer is on its way")).toBeVisible();
  await desk.getByRole("link", { name: "Back to it" }).click();
  expect(await overflow(desk, 320)).toBe(0);
  expect(await smallTargets(desk, "main")).toEqual([]);

  await page.goto(linkIn(await outbox.waitFor({ to: email }), "/thread/"));
  await expect(page.getByText("It is KSh 1,500 a year.")).toBeVisible();
  expect(await overflow(page, 320)).toBe(0);
  await page.getByLabel("Write back").fill("Sawa, tuendelee.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("We have your message")).toBeVisible();
  await expect(page.getByText("Sawa, tuendelee.")).toBeVisible();

  await desk.reload();
  await expect(desk.getByText("Sawa, tuendelee.")).toBeVisible();
  await desk.getByRole("button", { name: "Close" }).click();
  await expect(desk.getByText(`Closed: ${subject}`)).toBeVisible();
  await desk.getByRole("link", { name: "Back to it" }).click();
  await expect(desk.getByRole("button", { name: "Reopen" })).toBeVisible();
  await desk.context().close();
});

test("the pages of a thread have no accessibility violations", { tag: "@scripts" }, async ({ page, staff, outbox }) => {
  const email = newEmail();
  const subject = `Jina la ${email.slice(0, 14)}`;
  await fillContactForm(page, email);
  await contactForm(page).getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent successfully").first()).toBeVisible();
  await staff();
  await page.goto("/desk/messages");
  expect(await axe(page)).toEqual([]);
  await page.goto(`/desk/messages?q=${encodeURIComponent(subject)}`);
  await page.getByRole("link", { name: subject }).click();
  await page.getByText("Add a note").click();
  await page.getByText("Add a mail from them").click();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel("Your answer").fill("Habari, ndiyo.");
  await page.getByRole("button", { name: "Send, next message" }).click();
  await expect(page.getByText("The answer is on its way")).toBeVisible();
  await page.goto(linkIn(await outbox.waitFor({ to: email }), "/thread/"));
  await expect(page.getByText("Habari, ndiyo.")).toBeVisible();
  expect(await axe(page)).toEqual([]);
});
