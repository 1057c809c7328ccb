import { expect, newEmail, test } from "./fixtures.ts";
import { fillSchoolForm, submitSchoolForm } from "./forms.ts";
import { overflow, smallTargets } from "./page-checks.ts";
import { payBill } from "./pay.ts";

/** A picture of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("on a phone staff end an order, call a school and write a post", { tag: "@script-independent" }, async ({
  page,
  browser,
  hasScripts,
  customer,
  staff,
  outbox,
}) => {
  const unique = newEmail().slice(6, 19);
  const domain = `${unique}.com`;
  await customer();
  await page.goto(`/dashboard/orders/new?kind=register&domain=${domain}`);
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await expect(page.getByText("We have your order")).toBeVisible();
  // The work list has paid orders only.
  await payBill(page);

  const email = newEmail("grace");
  const school = `Shule ${unique}`;
  await page.goto("/stride");
  await fillSchoolForm(page, email);
  await page.getByLabel("School", { exact: true }).fill(school);
  await submitSchoolForm(page, hasScripts);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  await page.goto((await outbox.waitFor({ to: email })).links[0]?.href ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await staff(desk);
  const openRow = async (title: string) => {
    await desk.goto("/desk");
    await desk.getByRole("listitem").filter({ hasText: title }).getByRole("link").click();
    await expect(desk.getByRole("heading", { level: 1 })).toContainText(title);
    expect([await overflow(desk, 320), await smallTargets(desk, "main")]).toEqual([0, []]);
  };

  await openRow(domain);
  await desk.getByRole("button", { name: "Take it" }).click();
  await desk.getByRole("button", { name: "Mark as registered, next order" }).click();
  // It is paid and the day is the expected one, so nothing is asked. The next order is open, with the way back to this one.
  await expect(desk.getByText(`Marked as done: ${domain}`)).toBeVisible();
  await desk.getByRole("link", { name: "Wrong? Reopen it" }).click();
  await expect(desk.getByText(/^Done at/)).toBeVisible();
  await outbox.waitFor({ subject: domain, text: "Your name is registered" });

  await openRow(school);
  await desk.getByLabel("Stage").selectOption("Called");
  await desk.getByLabel("Note (optional)").fill("Asks for a visit");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("New to Called")).toBeVisible();
  await expect(desk.getByText("Asks for a visit")).toBeVisible();

  await desk.goto("/desk/posts");
  await desk.getByRole("link", { name: "Write a post" }).click();
  await desk.getByLabel("Title").fill(`Habari ${unique}`);
  await desk.getByLabel("Text").fill("Karibu **sana**.");
  await desk.getByLabel("Choose a picture").setInputFiles({ name: "sign.txt", mimeType: "text/plain", buffer: PNG });
  await desk.getByRole("button", { name: "Save" }).last().click();
  // The picture is kept while its words are missing.
  await expect(desk.getByText("Please say what your picture shows").first()).toBeVisible();
  await desk.getByLabel("What your picture shows").fill("A sign");
  await desk.getByRole("button", { name: "Save" }).last().click();
  await expect(desk.getByText(/Saved at/)).toBeInViewport();
  expect([await overflow(desk, 320), await smallTargets(desk, "main")]).toEqual([0, []]);
  await desk.getByText("Preview", { exact: true }).first().click();
  await expect(desk.getByRole("region", { name: "Preview" })).toBeInViewport();
  await expect(desk.getByRole("img", { name: "A sign" })).toBeVisible();
  // It stays a draft: the tests of the blog share this site.
  await desk.getByText("Write", { exact: true }).click();
  await desk.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(desk.getByRole("heading", { name: "Publish this post?" })).toBeVisible();
  expect([await overflow(desk, 320), await smallTargets(desk, "main")]).toEqual([0, []]);
  await desk.getByRole("button", { name: "Back to writing" }).click();
  await expect(desk.getByRole("button", { name: "Publish", exact: true })).toBeInViewport();
  await desk.context().close();
});
