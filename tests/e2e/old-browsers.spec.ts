import type { Browser, Locator, Page } from "@playwright/test";
import { type Place, placeOf, typedInto } from "../form-places.ts";
import { FORMS } from "../forms.ts";
import { expect, newAddress, PROVIDERS, test } from "./fixtures.ts";
import { serveOldBrowser } from "./old-browser.ts";

/** 320 px wide, which is also a page of 1,280 px at 400 % (WCAG 2.2, 1.4.10). */
const VIEWPORT = { width: 320, height: 256 };
const PATHS = [...new Set(FORMS.map(([path]) => path))].filter((path) => !path.startsWith("/desk"));
/** Pages whose forms take a password or a code that this person has not, or a PIN that they leave out. */
const REFUSED = /^\/login(?:$|\/again|\/step)|\/receipt\//;
/**
 * The browser forgets these when their page is left: secrets, and what must not be offered to the next person or for the next
 * payment. It restores every other field when Back is pressed after a form that did not arrive.
 */
const FORGOTTEN = ["website_2", "answer", "authCode", "code", "pin"];
const isOwn = (path: string) => /^\/(dashboard|profile)/.test(path);

/** Opens an old browser of a new person who has what the page needs. */
async function openOld(
  browser: Browser,
  { path, hasCookies, site }: { path: string; hasCookies: boolean; site: string },
) {
  const { proxy, stop } = await serveOldBrowser({ hasCookies });
  const context = await browser.newContext({
    ...{ proxy, viewport: VIEWPORT, baseURL: site, serviceWorkers: "block" },
    // The policy names the hash of the CSS that the proxy changes.
    bypassCSP: true,
    extraHTTPHeaders: { "X-Sandbox-Address": newAddress() },
  });
  const place = await placeOf(path, { site, workbench: PROVIDERS });
  await context.addCookies([...place.cookies].map(([name, value]) => ({ name, value, url: site })));
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    stop();
  };
  return { page, place, close };
}

/** Types into each visible field of a form what a person would. */
async function fill(form: Locator, path: string, { email }: Place) {
  for (const control of await form.locator(":is(input, select, textarea)[name]:visible").all()) {
    const [name, type, value] = await control.evaluate((field: HTMLInputElement) => [
      field.name,
      field.type,
      field.value,
    ]);
    const typed = typedInto(path, name ?? "", { email });
    if (typed === undefined) continue;
    if (type === "radio") await (value === typed && control.check());
    else if (type === "checkbox") await control.check();
    else if (type === "select-one") await control.selectOption(typed);
    else await control.fill(typed);
  }
}

/** Returns the fields of a form that the browser forgets and should not. */
const wronglyForgotten = (form: Locator) =>
  form
    .locator(':is(input, textarea, select)[autocomplete="off"]:not([type="hidden"])')
    .evaluateAll(
      (fields, allowed) =>
        fields.map((one) => one.getAttribute("name") ?? "").filter((name) => !allowed.includes(name)),
      FORGOTTEN,
    );

const formsOf = (page: Page) => page.locator('main form[method="post"]');

/** Returns the controls of a page's forms that a finger cannot reach: too wide, or covered by something else. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    for (const control of document.querySelectorAll<HTMLElement>("main form :is(input, select, textarea, button)")) {
      if (
        !control.checkVisibility() ||
        control.closest('[aria-hidden="true"]') ||
        (control as HTMLInputElement).type === "hidden"
      )
        continue;
      control.scrollIntoView({ block: "center" });
      const { left, right, top, width, height } = control.getBoundingClientRect();
      const at = document.elementFromPoint(left + Math.min(width / 2, 20), top + Math.min(height / 2, 20));
      const label = (control as HTMLInputElement).labels?.[0];
      const isHit = at !== null && (control.contains(at) || label?.contains(at) === true || at.contains(control));
      if (left < 0 || right > innerWidth || !isHit)
        faults.push(`${control.outerHTML.slice(0, 90)} below ${at?.outerHTML.slice(0, 60)}`);
    }
    return faults;
  });
}

for (const hasCookies of [true, false]) {
  for (const path of PATHS.filter((one) => hasCookies || !isOwn(one))) {
    test(`${path} works in an old browser ${hasCookies ? "with" : "without"} cookies`, async ({ browser, baseURL }) => {
      const { page, place, close } = await openOld(browser, { path, hasCookies, site: baseURL ?? "" });
      for (let index = 0; ; index += 1) {
        await page.goto(place.url);
        // A form that was carried out may be gone.
        if (index >= (await formsOf(page).count())) break;
        const form = formsOf(page).nth(index);
        const button = form.locator("button").first();
        if (!(await button.isVisible())) continue;
        expect(await unreachable(page)).toEqual([]);
        expect(await wronglyForgotten(form)).toEqual([]);
        await fill(form, path, place);
        // The newsletter's form of another page opens a new tab.
        const opened = (await form.getAttribute("target")) === "_blank" ? page.waitForEvent("popup") : page;
        const sent = page.context().waitForEvent("response", (response) => response.request().method() === "POST");
        await button.click();
        const response = await sent;
        const result = await opened;
        await result.waitForLoadState();
        const isRefused = response.status() === 400 && REFUSED.test(path);
        if (isRefused) await expect(result).toHaveTitle(/^Error/);
        else expect(response.status(), await result.locator("main").innerText()).toBe(303);
        await expect(result.locator("main")).toBeVisible();
        expect(await unreachable(result)).toEqual([]);
        // Signing out ends the visit.
        if (new URL(page.url()).pathname === "/login" && isOwn(path)) break;
      }
      await close();
    });
  }
}
