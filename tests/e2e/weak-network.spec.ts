import { expect, holdRequests, hydrated, test } from "./fixtures.ts";
import { contactForm, expectContactInput, expectEmptyContactForm, fillContactForm } from "./forms.ts";
import { serveWeakNetwork } from "./proxies.ts";

test("over a lossy 2G network with a lost response the input is kept and a message arrives once", async ({
  browser,
  baseURL,
  address,
  hasScripts,
  outbox,
}) => {
  const { proxy, stop, network } = await serveWeakNetwork();
  const context = await browser.newContext({
    proxy,
    baseURL: baseURL ?? "",
    javaScriptEnabled: hasScripts,
    extraHTTPHeaders: { "X-Sandbox-Address": address },
  });
  const page = await context.newPage();
  const send = page.getByRole("button", { name: "Send message" });
  const email = await fillContactForm(page);
  if (hasScripts) await hydrated(page);

  network.isLosing = true;
  await send.click();
  if (hasScripts) {
    await expect(page.getByText(/we do not know whether this was sent\. What you typed is still here/)).toBeVisible();
    await expectContactInput(page, email);
  } else {
    // Chromium shows its error page; reloading it sends the form again.
    await page.waitForURL("chrome-error://**");
  }
  network.isLosing = false;
  expect(network.lost).toBeGreaterThan(0);
  expect(await outbox.list({ text: email })).toHaveLength(1);

  await (hasScripts ? send.click() : page.reload());
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  expect(await outbox.list({ text: email })).toHaveLength(1);
  await context.close();
  stop();
});

for (const lost of [1, 2]) {
  test(`if the page after a sent form fails to load ${lost} of 2 times, the form is reported sent and is sent once`, {
    tag: "@scripts",
  }, async ({ page, consoleErrors, outbox }) => {
    const email = await fillContactForm(page);
    await hydrated(page);
    let reads = 0;
    await page.route("**/contact.data*", (route) => {
      if (route.request().method() === "POST") return route.continue();
      reads += 1;
      return reads > lost ? route.continue() : route.abort();
    });
    await page.getByRole("button", { name: "Send message" }).click();
    if (lost === 2) {
      await expect(page.getByRole("heading", { name: "It was sent" })).toBeVisible();
      await expect(page.getByText("you need not send it again")).toBeVisible();
      await page.getByRole("link", { name: "Try again" }).click();
    }
    await expect(page.getByText("Message sent successfully")).toBeVisible();
    expect(reads).toBe(2);
    if (lost === 1) {
      await page.keyboard.press("Escape");
      await page.getByRole("contentinfo").getByRole("link", { name: "Projects" }).click();
      await expect(page).toHaveURL("/projects");
      await page.unroute("**/contact.data*");
      await page.route("**/contact.data*", (route) => route.abort());
      await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
      await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
    }
    expect(await outbox.list({ text: email })).toHaveLength(1);
    await page.goto("/contact");
    await expectEmptyContactForm(page);
    consoleErrors.splice(0);
  });
}

test("if a new build removed the old files, the page reloads with the input and navigation works", {
  tag: "@scripts",
}, async ({ page, consoleErrors }) => {
  await page.goto("/contact");
  const message = contactForm(page).getByLabel("Message");
  await message.fill("Habari yako");
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  // After a navigation the page names files of the new build, which exist.
  let isNew = false;
  page.on("request", (request) => {
    isNew ||= request.isNavigationRequest();
  });
  await page.route("**/assets/**", (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404, body: "Not Found" }),
  );
  const projects = page.getByRole("contentinfo").getByRole("link", { name: "Projects" });
  const loaded = page.waitForEvent("load");
  await projects.click();
  await loaded;
  expect(await page.evaluate(() => "isOld" in window)).toBe(false);
  await message.focus();
  await expect(message).toHaveValue("Habari yako");
  await projects.click();
  await expect(page).toHaveURL("/projects");
  consoleErrors.splice(0);
});

test("a form of the account that waits long says so, and what one can do", { tag: "@scripts" }, async ({
  page,
  customer,
}) => {
  await customer();
  await page.goto("/profile");
  await hydrated(page);
  const release = await holdRequests(page, "**/profile.data*");
  await page.getByLabel("Full name").first().fill("Njeri Wanjiku");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Still waiting for an answer")).toBeVisible();
  await expect(page.getByText("nothing is done twice")).toBeVisible();
  release();
  await expect(page.getByText("Still waiting for an answer")).toBeHidden();
  await expect(page.getByLabel("Full name").first()).toHaveValue("Njeri Wanjiku");
});
