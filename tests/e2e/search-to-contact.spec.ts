import { expect, hydrated, newEmail, test } from "./fixtures.ts";

test("a visitor finds a free name and sends a message about it", { tag: "@wide" }, async ({
  page,
  hasScripts,
  outbox,
}) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").fill("mamanjeri.com");
  await page.getByRole("button", { name: "Search" }).click();

  await expect(page).toHaveURL("/domains?q=mamanjeri.com");
  await expect(page.getByRole("heading", { name: "mamanjeri.com" })).toBeVisible();
  await expect(page.getByText("This name is free")).toBeVisible();
  await page.getByRole("link", { name: "Or ask us about it" }).click();

  await expect(page).toHaveURL("/contact?domain=mamanjeri.com");
  await expect(page.getByLabel("Subject")).toHaveValue("Domain enquiry: mamanjeri.com");
  await expect(page.getByLabel("Domain (optional)")).toHaveValue("mamanjeri.com");
  await expect(page.getByLabel("Message")).toHaveValue("Hello, I am interested in the domain mamanjeri.com.");
  const email = newEmail();
  await page.getByLabel("Your name").fill("Njeri Mwangi");
  await page.locator("#contact-form").getByLabel("E-mail").fill(email);
  if (hasScripts) await hydrated(page);
  await page.getByRole("button", { name: "Send message" }).click();

  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await expect(page.getByText(/We'll get back to you as soon as possible\. .*Our answer goes to/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Thank you!" })).toBeVisible();
  await expect(page).toHaveURL(/\/contact\?sent=/);
  const sent = await outbox.list({ text: email });
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).toContain("Hello, I am interested in the domain mamanjeri.com.");

  if (hasScripts) {
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByLabel("Your name")).toHaveValue("");
  }
  // A page that was cut off is reloaded, so a reload still says it; a link to the form does not.
  await page.reload();
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await page.goto("/contact");
  await expect(page.getByText("Message sent successfully")).toBeHidden();
  expect(await outbox.list({ text: email })).toHaveLength(1);
});
