import { expect, test } from "./fixtures.ts";
import { button, field, link, list, takenOver } from "./services-menu.ts";

test.use({ viewport: { width: 1280, height: 800 }, isFirstVisit: true });

test("the Services menu opens after 100 ms of hover without taking the focus, and closes 300 ms after the pointer left", async ({
  page,
}) => {
  await takenOver(page);
  await button(page).hover();
  await page.clock.runFor(99);
  await expect(list(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(list(page)).toBeVisible();
  await expect(field(page)).toBeFocused();
  // The pointer leaves and returns to the list within 300 ms.
  await page.mouse.move(400, 700);
  await page.clock.runFor(299);
  await link(page, "Domains").hover();
  await page.clock.runFor(1_000);
  await expect(list(page)).toBeVisible();
  await page.mouse.move(400, 700);
  await page.clock.runFor(299);
  await expect(list(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
});

test("a pointer that only crosses the Services menu does not open it", async ({ page }) => {
  await takenOver(page);
  await button(page).hover();
  await page.clock.runFor(90);
  await page.mouse.move(400, 700);
  await page.clock.runFor(5_000);
  await expect(list(page)).toBeHidden();
});

test("a click after the hover keeps the Services menu open, the next click closes it, and so does Escape", async ({
  page,
}) => {
  await takenOver(page);
  await button(page).hover();
  await page.clock.runFor(100);
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
  await page.mouse.move(400, 700);
  await button(page).hover();
  await page.clock.runFor(100);
  await page.mouse.down();
  await page.mouse.up();
  await expect(list(page)).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(list(page)).toBeHidden();
  await page.clock.runFor(5_000);
  await expect(list(page)).toBeHidden();
});

test("arrow keys, Home and End move through the Services menu, and Escape returns the focus", async ({ page }) => {
  await takenOver(page);
  await button(page).focus();
  for (const [key, name] of [
    ["ArrowDown", "Domains"],
    ["ArrowDown", "Domain prices"],
    ["End", "Microsoft 365 e-mail"],
    ["ArrowDown", "Domains"],
    ["ArrowUp", "Microsoft 365 e-mail"],
    ["Home", "Domains"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(link(page, name), key).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(link(page, "Microsoft 365 e-mail")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeVisible();
  await expect(button(page)).toBeFocused();
});

test("typed letters find a link in the Services menu and are forgotten after a second", async ({ page }) => {
  await takenOver(page);
  await button(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("c");
  await expect(link(page, "cPanel hosting")).toBeFocused();
  await page.clock.runFor(999);
  // No link begins with "cd", so the focus stays while the c is remembered.
  await page.keyboard.press("d");
  await expect(link(page, "cPanel hosting")).toBeFocused();
  await page.clock.runFor(1_000);
  await page.keyboard.press("d");
  await expect(link(page, "Domains")).toBeFocused();
});

test("the Services menu closes when the focus leaves it or on an outside click", async ({ page }) => {
  await takenOver(page);
  await button(page).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(page.locator(".bar").getByRole("link", { name: "Blog" })).toBeFocused();
  await expect(list(page)).toBeHidden();
  await button(page).press("Enter");
  await expect(list(page)).toBeVisible();
  await page.mouse.click(600, 650);
  await expect(list(page)).toBeHidden();
});

test("the Services menu closes when its link is followed and on client navigation", async ({ page, context }) => {
  await context.route("https://hosting.mtandao.co.ke/**", (route) => route.fulfill({ body: "cPanel" }));
  await takenOver(page);
  await page.clock.resume();
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
