import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";
import { axeInBothSchemes } from "./page-checks.ts";

test.use({ viewport: { width: 360, height: 740 } });

const button = (page: Page) => page.locator(".menu > summary");
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });
const isLocked = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main") as Element;
    return [getComputedStyle(document.documentElement).overflowY, getComputedStyle(main).visibility].join();
  });

async function open(page: Page, path: string) {
  await page.goto(path);
  await button(page).click();
  await expect(menu(page)).toBeVisible();
}

for (const path of ["/", "/nothing-here"]) {
  test(`on ${path} the phone menu covers a page that does not scroll or take the focus`, async ({ page, isMobile }) => {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, 10));
    await button(page).click();
    expect(await isLocked(page)).toBe("hidden,hidden");
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
    expect(await isLocked(page)).toBe("visible,visible");
    await button(page).click();
    await menu(page).getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
    await expect(menu(page)).toBeHidden();
  });

  test(`on ${path} Escape closes the phone menu and returns the focus, and Tab stays in the menu`, {
    tag: "@scripts",
  }, async ({ page }) => {
    await open(page, path);
    const last = menu(page).getByRole("link").last();
    await last.focus();
    await page.keyboard.press("Tab");
    const home = page.locator(".top").getByRole("link", { name: "Mtandao" });
    await expect(home).toBeFocused();
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
  await page.getByLabel("Which name do you want?").focus();
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await button(page).click();
  await menu(page).getByRole("link", { name: "Domains" }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL("/domains");
  expect(await isLocked(page)).toBe("visible,visible");
  await button(page).click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("the phone menu closes when its link is pressed, before the next page is loaded", {
  tag: "@scripts",
}, async ({ page }) => {
  await open(page, "/nothing-here");
  // The link is pressed, but its navigation is cancelled.
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  await menu(page).getByRole("link", { name: "Contact" }).click();
  await expect(menu(page)).toBeHidden();
});

test("the phone menu is closed when a page returns from the back/forward cache", { tag: "@scripts" }, async ({
  page,
}) => {
  await open(page, "/contact");
  // A normal load also fires pageshow and keeps the menu open.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false })));
  await expect(menu(page)).toBeVisible();
  // Playwright disables the back/forward cache, so the test fires its event.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(menu(page)).toBeHidden();
});

test("widening the window while the phone menu is open shows a page that scrolls", { tag: "@plain" }, async ({
  page,
}) => {
  await open(page, "/");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(menu(page)).toBeHidden();
  expect(await isLocked(page)).toBe("visible,visible");
  await page.mouse.move(400, 500);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  // Tab is no longer kept in the menu.
  await page.locator(".bar").getByRole("link", { name: "Sign In" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator(".bar").getByRole("link", { name: "Sign In" })).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("with text at 200 % every link of the phone menu can be pressed", { tag: "@plain" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const links = await menu(page).getByRole("link").all();
  expect(links.length).toBeGreaterThan(6);
  for (const link of links) {
    await link.scrollIntoViewIfNeeded();
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click({ trial: true });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("axe finds nothing in the open phone menu", { tag: "@scripts" }, async ({ page }) => {
  await open(page, "/domains");
  expect(await axeInBothSchemes(page)).toEqual([]);
});

test("in forced colours the open phone menu is readable and marks the current page", { tag: "@plain" }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, "/");
  const look = await menu(page)
    .getByRole("link", { name: "Home" })
    .evaluate((link) => {
      const cloth = getComputedStyle(link.closest("nav") as Element).backgroundColor;
      const mark = getComputedStyle(link, "::after");
      return { cloth, text: getComputedStyle(link).color, mark: mark.borderTopColor, width: mark.borderTopWidth };
    });
  expect(look.text).not.toBe(look.cloth);
  expect(look.mark).not.toBe(look.cloth);
  expect(look.width).toBe("4px");
});
