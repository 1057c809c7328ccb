import type { Page } from "@playwright/test";
import { expect, hydrateFrom, test } from "./fixtures.ts";
import { axeInBothSchemes, overflow } from "./page-checks.ts";

test.use({ viewport: { width: 360, height: 740 } });

const button = (page: Page) => page.locator(".menu > summary");
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });

/** Checks whether the page beneath the menu can be scrolled and used. */
async function expectPage(page: Page, visibility: "visible" | "hidden") {
  const styles = await page.evaluate(() => {
    const main = document.querySelector("main") as Element;
    return [getComputedStyle(document.documentElement).overflowY, getComputedStyle(main).visibility];
  });
  expect(styles).toEqual([visibility, visibility]);
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await button(page).click();
  await expect(menu(page)).toBeVisible();
}

test("the phone menu covers a page that does not scroll or take the focus", async ({ page, isMobile }) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 10));
  await button(page).click();
  await expectPage(page, "hidden");
  const box = await menu(page).boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 360]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(740, 0);
  if (!isMobile) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(180, 400);
    await page.mouse.wheel(0, 500);
    await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
    expect(await page.evaluate(() => scrollY)).toBe(before);
  }
  for (let count = 0; count < 14; count += 1) {
    await page.keyboard.press("Tab");
    const place = await page.evaluate(() => document.activeElement?.closest(".top, body")?.className);
    expect(["top", ""]).toContain(place);
  }
  await button(page).click();
  await expect(menu(page)).toBeHidden();
  await expectPage(page, "visible");
  await button(page).click();
  await menu(page).getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await expect(menu(page)).toBeHidden();
});

for (const path of ["/", "/nothing-here"]) {
  test(`on ${path} Tab stays in the phone menu, and Escape closes it`, { tag: "@scripts" }, async ({ page }) => {
    await open(page, path);
    expect(await axeInBothSchemes(page)).toEqual([]);
    const last = menu(page).getByRole("link").last();
    await last.focus();
    await page.keyboard.press("Tab");
    await expect(page.locator(".top").getByRole("link", { name: "Mtandao" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(last).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    // Once it is closed, Tab moves on into the page.
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".top") === null)).toBe(true);
  });
}

test("the phone menu closes on client navigation and on Back", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/");
  await hydrateFrom(page.getByLabel("Which name do you want?"));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await button(page).click();
  await menu(page).getByRole("link", { name: "Domains" }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL("/domains");
  await expectPage(page, "visible");
  await button(page).click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("the phone menu closes when a link is pressed, and in a cached page", { tag: "@scripts" }, async ({ page }) => {
  const show = (persisted: boolean) =>
    page.evaluate(
      (isPersisted) => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: isPersisted })),
      persisted,
    );
  await open(page, "/nothing-here");
  // A normal load also fires pageshow and keeps the menu open.
  await show(false);
  await expect(menu(page)).toBeVisible();
  // Playwright disables the back/forward cache, so the test fires its event.
  await show(true);
  await expect(menu(page)).toBeHidden();
  await button(page).click();
  // The link is pressed, but its navigation is cancelled.
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  await menu(page).getByRole("link", { name: "Contact" }).click();
  await expect(menu(page)).toBeHidden();
});

test("widening the window with an open phone menu shows a page that scrolls", { tag: "@plain" }, async ({ page }) => {
  await open(page, "/");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(menu(page)).toBeHidden();
  await expectPage(page, "visible");
  await page.mouse.move(400, 500);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  // Tab is no longer kept in the menu.
  await page.locator(".bar").getByRole("link", { name: "Sign In" }).focus();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the phone menu works with text at 200 % and in forced colours", { tag: "@plain" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/");
  const look = await menu(page)
    .getByRole("link", { name: "Home" })
    .evaluate((link) => {
      const background = getComputedStyle(link.closest("nav") as Element).backgroundColor;
      const current = getComputedStyle(link, "::after");
      return {
        background,
        text: getComputedStyle(link).color,
        current: current.borderTopColor,
        width: current.borderTopWidth,
      };
    });
  expect(look.text).not.toBe(look.background);
  expect(look.current).not.toBe(look.background);
  expect(look.width).toBe("3px");

  expect(await overflow(page, 360, "200%")).toBe(0);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const links = await menu(page).getByRole("link").all();
  expect(links.length).toBeGreaterThan(6);
  for (const link of links) {
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click({ trial: true });
  }
});
