import type { Browser, BrowserContext, Page } from "@playwright/test";
import { call, expect, newEmail, type Person, test } from "./fixtures.ts";
import { contactForm, expectContactInput, fillContactForm } from "./forms.ts";
import { serveWeakNetwork } from "./proxies.ts";

type Network = Awaited<ReturnType<typeof serveWeakNetwork>>["network"];
type Line = { context: BrowserContext; page: Page; network: Network; close: () => Promise<void> };
type Options = { baseURL: string | undefined; address: string; javaScriptEnabled: boolean };

/** Opens a browser on a bad line. Scripts of a 3G line run the starter alone, so the browser itself sends the form. */
async function openLine(browser: Browser, { baseURL, address, javaScriptEnabled }: Options): Promise<Line> {
  const { proxy, stop, network } = await serveWeakNetwork();
  const context = await browser.newContext({
    ...{ proxy, baseURL: baseURL ?? "", javaScriptEnabled, serviceWorkers: "allow" },
    extraHTTPHeaders: { "X-Sandbox-Address": address },
  });
  await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g" } }));
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    stop();
  };
  return { context, page, network, close };
}

const sendButton = (page: Page) => page.getByRole("button", { name: "Send message" });

/** Waits until the worker answers this page's requests. */
const isControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

for (const [what, fail] of [
  ["does not reach the site", { isDown: true }],
  ["gets no response", { isLosing: true }],
] as const) {
  test(`a form that ${what} is shown with its text and is delivered once`, async ({
    browser,
    baseURL,
    address,
    hasScripts,
    outbox,
  }) => {
    const { page, network, close } = await openLine(browser, { baseURL, address, javaScriptEnabled: hasScripts });
    const email = await fillContactForm(page);
    if (hasScripts) await isControlled(page);
    Object.assign(network, fail);
    await sendButton(page).click();
    if (hasScripts) {
      await expect(page.getByRole("heading", { name: "We could not reach the site" })).toBeVisible();
      await expect(page.getByText("Sending again counts once")).toBeVisible();
      await page.getByRole("button", { name: "Send again" }).click();
      await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
    } else {
      await page.waitForURL("chrome-error://**");
    }
    expect(await outbox.list({ text: email })).toHaveLength("isLosing" in fail ? 1 : 0);
    Object.assign(network, { isDown: false, isLosing: false });
    if (hasScripts) {
      await page.getByRole("button", { name: "Send again" }).click();
    } else {
      // Chromium keeps the form in its history, because it posts to another URL.
      await page.goBack();
      await expectContactInput(page, email);
      await sendButton(page).click();
    }
    await expect(page.getByText("Message sent successfully")).toBeVisible();
    expect(await outbox.list({ text: email })).toHaveLength(1);
    await close();
  });
}

test("Back after a record that did not arrive shows the form with its text, without scripts", {
  tag: "@script-independent",
}, async ({ browser, baseURL, address }) => {
  const { context, page, network, close } = await openLine(browser, { baseURL, address, javaScriptEnabled: false });
  const { domains, storageState } = await call<Person>("POST", "/users", { domains: [{}] });
  await context.addCookies(storageState.cookies);
  await page.goto(`/dashboard/domains/${domains[0]?.name}/dns/add`);
  const typed = Object.entries({ name: "duka", content: "41.90.64.7", comment: "Duka la pili" });
  const field = (name: string) => page.locator(`#add-record-form [name="${name}"]`);
  await page.getByText("More settings").click();
  for (const [name, text] of typed) await field(name).fill(text);
  network.isDown = true;
  await page.getByRole("button", { name: "Add record" }).click();
  await page.waitForURL("chrome-error://**");
  network.isDown = false;
  await page.goBack();
  for (const [name, text] of typed) await expect(field(name)).toHaveValue(text);
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await close();
});

test("text survives a reload while the form waits for a response", { tag: "@scripts" }, async ({
  browser,
  baseURL,
  address,
  outbox,
}) => {
  const { context, page, network, close } = await openLine(browser, { baseURL, address, javaScriptEnabled: true });
  const email = await fillContactForm(page);
  network.isSilent = true;
  const post = page.waitForRequest((request) => request.method() === "POST");
  await sendButton(page).click({ noWaitAfter: true });
  await post;
  await (await context.newCDPSession(page)).send("Page.stopLoading");
  await page.reload();
  network.isSilent = false;
  await expectContactInput(page, email);
  await sendButton(page).click();
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await page.goto("/contact");
  await page.reload();
  await expect(contactForm(page).getByLabel("Message")).toHaveValue("");
  expect(await outbox.list({ text: email })).toHaveLength(1);
  await close();
});

test("text is restored in a page that the network cut off after its form", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/contact");
  const email = await fillContactForm(page);
  await page.route("**/contact", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.slice(0, html.indexOf("<footer")) });
  });
  await page.reload();
  await expect(page.locator("footer")).toHaveCount(0);
  await expectContactInput(page, email);
});

test("a browser removes the worker at its next visit when the site no longer offers it", { tag: "@scripts" }, async ({
  browser,
  baseURL,
  address,
}) => {
  const { page, network, close } = await openLine(browser, { baseURL, address, javaScriptEnabled: true });
  await fillContactForm(page);
  await isControlled(page);
  network.hasNoWorker = true;
  await page.goto("/privacy");
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
  await close();
});

test("a password is on no page of the worker, and Back shows the form", { tag: "@scripts" }, async ({
  browser,
  baseURL,
  address,
}) => {
  const { page, network, close } = await openLine(browser, { baseURL, address, javaScriptEnabled: true });
  const email = newEmail();
  await page.goto("/login");
  await page.locator("#sign-in-form").getByLabel("E-mail").fill(email);
  await page.locator("#sign-in-form").getByLabel("Password", { exact: true }).fill("Siri yangu 123");
  await isControlled(page);
  network.isDown = true;
  await page.locator("#sign-in-form").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("your browser still has what you typed")).toBeVisible();
  expect(await page.content()).not.toMatch(/Siri|@/);
  network.isDown = false;
  await page.goBack();
  await expect(page.locator("#sign-in-form").getByLabel("E-mail")).toHaveValue(email);
  await close();
});
