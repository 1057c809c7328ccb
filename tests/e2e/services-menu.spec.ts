import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, hydrateFrom, test } from "./fixtures.ts";
import { axe, axeInBothSchemes } from "./page-checks.ts";

/** The menu before Headless UI takes over. */
const plain = (page: Page) => page.locator(".drop summary");
/** The menu's button of Headless UI. */
const button = (page: Page) => page.getByRole("button", { name: "Services" });
const list = (page: Page) => page.locator(".drop ul");
const link = (page: Page, name: string) => list(page).getByRole("link", { name });
const field = (page: Page) => page.getByLabel("Which name do you want?");

const HEADLESS_UI = "**/services-disclosure-*.js";

/** Opens a page and lets Headless UI take over the menu. */
async function takeOver(page: Page, path: string) {
  await page.goto(path);
  await plain(page).focus();
  await expect(button(page)).toBeFocused();
}

test.use({ viewport: { width: 1280, height: 800 } });

test("without scripts the Services menu is a details element whose links work", async ({ page }) => {
  await page.goto("/");
  await expect(list(page)).toBeHidden();
  await plain(page).press("Enter");
  for (const name of ["cPanel hosting", "Microsoft 365 e-mail"]) {
    await expect(link(page, name)).toHaveAttribute("target", "_blank");
    await expect(link(page, name)).toHaveAttribute("href", /^https:/);
  }
  await link(page, "Domains").click();
  await expect(page).toHaveURL("/domains");
  await expect(list(page)).toBeHidden();
  await expect(plain(page)).toHaveAttribute("aria-current", "true");
});

test.describe("with scripts", { tag: ["@wide", "@scripts"] }, () => {
  test("the Services menu of a page that never hydrates closes by Escape, outside click or link", async ({
    page,
    context,
  }) => {
    await context.route("https://hosting.mtandao.co.ke/**", (route) => route.fulfill({ body: "cPanel" }));
    await page.goto("/nothing-here");
    await plain(page).click();
    await link(page, "Domains").focus();
    await page.keyboard.press("Escape");
    await expect(list(page)).toBeHidden();
    await expect(plain(page)).toBeFocused();
    await plain(page).click();
    await page.locator("h1").click();
    await expect(list(page)).toBeHidden();
    await plain(page).click();
    const [tab] = await Promise.all([page.waitForEvent("popup"), link(page, "cPanel hosting").click()]);
    expect(tab.url()).toBe("https://hosting.mtandao.co.ke/cpanel");
    await expect(list(page)).toBeHidden();
    await expect(page).toHaveURL("/nothing-here");
  });

  // menu-timing.test.ts has the delays of the pointer and of typed letters.
  test("Headless UI is loaded when the pointer reaches the Services menu, and opens it until it leaves", async ({
    page,
  }) => {
    const leave = () => page.mouse.move(400, 700);
    const loaded: string[] = [];
    page.on("request", (request) => request.url().includes("services-disclosure") && loaded.push(request.url()));
    await page.goto("/");
    await hydrateFrom(field(page));
    await page.waitForLoadState("networkidle");
    expect(loaded).toEqual([]);
    await plain(page).hover();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    expect(loaded).toHaveLength(1);
    await expect(field(page)).toBeFocused();
    expect(await axe(page)).toEqual([]);
    await leave();
    await expect(list(page)).toBeHidden();
    await button(page).hover();
    await expect(list(page)).toBeVisible();
    // A click after the hover keeps the menu open, and the next one closes it.
    await page.mouse.down();
    await page.mouse.up();
    await link(page, "Domains").focus();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    await button(page).click();
    await expect(list(page)).toBeHidden();
  });

  test("the Services menu stays open and focused while Headless UI takes over", async ({ page }) => {
    const release = await holdRequests(page, HEADLESS_UI);
    await page.goto("/");
    await plain(page).click();
    await link(page, "cPanel hosting").focus();
    await hydrated(page);
    release();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    await expect(link(page, "cPanel hosting")).toBeFocused();
  });

  test("a pointer that rested on the Services menu before hydration opens it", async ({ page }) => {
    const release = await holdRequests(page, "**/assets/**");
    await page.goto("/");
    await plain(page).hover();
    release();
    await expect(link(page, "Domains")).toBeVisible();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
  });

  test("if Headless UI cannot be loaded the Services menu stays a details element", async ({ page, consoleErrors }) => {
    await page.route(HEADLESS_UI, (route) => route.abort());
    await page.goto("/");
    await plain(page).focus();
    await hydrated(page);
    await plain(page).click();
    await link(page, "Domains").click();
    await expect(page).toHaveURL("/domains");
    await expect(list(page)).toBeHidden();
    consoleErrors.splice(0);
  });

  test("the open Services menu is accessible, also in forced colours", async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective));
    });
    await takeOver(page, "/domains");
    await button(page).press("Enter");
    await expect(list(page)).toBeVisible();
    expect(await axeInBothSchemes(page, true)).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    const look = await list(page).evaluate((box) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(box);
      const text = getComputedStyle(box.querySelector("a") as Element).color;
      return { backgroundColor, borderTopColor, borderTopWidth, text };
    });
    expect(look.borderTopWidth).toBe("2px");
    expect(look.borderTopColor).not.toBe(look.backgroundColor);
    expect(look.text).not.toBe(look.backgroundColor);
  });

  test("keys move through the Services menu, Escape returns the focus, and leaving it closes it", async ({ page }) => {
    await takeOver(page, "/");
    for (const [key, name] of [
      ["ArrowDown", "Domains"],
      ["ArrowDown", "Domain prices"],
      ["End", "Microsoft 365 e-mail"],
      ["ArrowDown", "Domains"],
      ["ArrowUp", "Microsoft 365 e-mail"],
      ["Home", "Domains"],
      ["c", "cPanel hosting"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(link(page, name), key).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(list(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(link(page, "Microsoft 365 e-mail")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(".bar").getByRole("link", { name: "Blog" })).toBeFocused();
    await expect(list(page)).toBeHidden();
    await button(page).press("Enter");
    await expect(list(page)).toBeVisible();
    await expect(button(page)).toBeFocused();
    await page.mouse.click(600, 650);
    await expect(list(page)).toBeHidden();
  });

  test("the Services menu closes when its link is followed and on client navigation", async ({ page, context }) => {
    await context.route("https://hosting.mtandao.co.ke/**", (route) => route.fulfill({ body: "cPanel" }));
    await takeOver(page, "/");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await button(page).press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/domains");
    await expect(list(page)).toBeHidden();
    await expect(button(page)).toHaveAttribute("aria-current", "true");
    await button(page).press("ArrowDown");
    await expect(list(page)).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL("/");
    await expect(list(page)).toBeHidden();
    await button(page).press("Enter");
    const [tab] = await Promise.all([page.waitForEvent("popup"), link(page, "Microsoft 365").click()]);
    expect(tab.url()).toBe("https://hosting.mtandao.co.ke/office");
    await expect(list(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  });
});
