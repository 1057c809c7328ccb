import { expect, holdRequests, hydrateFrom, test } from "./fixtures.ts";
import { contactForm, expectEmptyContactForm, fillContactForm, pressSendMessage } from "./forms.ts";

test("a message that the browser sent during hydration does not reappear in the next form", async ({ page }) => {
  // Playwright cannot query a page during a navigation, so the page logs its hydration.
  const hydration = page.waitForEvent("console", (message) => message.text() === "hydrated");
  await page.addInitScript(() => {
    const { mark } = performance;
    performance.mark = (name, ...rest) => {
      if (name === "hydrated") console.debug(name);
      return mark.call(performance, name, ...rest);
    };
  });
  const releaseScripts = await holdRequests(page, "**/assets/**");
  await fillContactForm(page);
  const releaseForm = await holdRequests(page, "**/contact?posted");
  const post = page.waitForRequest((request) => request.method() === "POST");
  await pressSendMessage(page);
  await post;
  releaseScripts();
  await hydration;
  releaseForm();
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await page.goto("/contact");
  await expectEmptyContactForm(page);
});

test("a draft that the browser sent without scripts does not reappear", async ({ page }) => {
  await page.goto("/contact");
  await hydrateFrom(page.getByLabel("Your name"));
  await page.getByLabel("Message").fill("Habari yako");
  // The page is loaded again, and the form is sent before hydration.
  const releaseScripts = await holdRequests(page, "**/assets/**");
  await fillContactForm(page);
  await pressSendMessage(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  releaseScripts();
  await page.goto("/contact");
  await expectEmptyContactForm(page);
});

test("a draft is restored for its own URL only, because another query prefills the form", async ({ page }) => {
  const subject = contactForm(page).getByLabel("Subject");
  await page.goto("/contact");
  await hydrateFrom(subject);
  await subject.fill("Bei");
  // A new page in the same tab does not restore the browser's own form data.
  await page.goto("/cookies");
  await page.goto("/contact?domain=mamanjeri.com");
  await hydrateFrom(subject);
  await expect(subject).toHaveValue("Domain enquiry: mamanjeri.com");
  await page.goto("/contact");
  await hydrateFrom(subject);
  await expect(subject).toHaveValue("Bei");
});
