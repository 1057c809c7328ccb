import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const rule = (page: Page) =>
  page.evaluate(() => {
    const { visibility, borderTopWidth } = getComputedStyle(document.querySelector(".top") as Element, "::after");
    return visibility === "visible" ? borderTopWidth : "none";
  });

/** Scrolls and renders a frame, which updates everything that depends on the scroll position. */
async function scrollTo(page: Page, top: number) {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
}

/** The properties of the bar that stay the same when the rule appears. */
const look = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".top") as Element;
    const { color, backgroundColor, opacity } = getComputedStyle(bar);
    return { height: bar.getBoundingClientRect().height, color, backgroundColor, opacity };
  });

const MEDIA = [{}, { reducedMotion: "reduce" }, { forcedColors: "active" }, { colorScheme: "dark" }] as const;

test("the header bar gets a 2 px rule below 20 px of scrolling and changes nothing else, in every media mode", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  for (const path of ["/", "/nothing-here"]) {
    await page.goto(path);
    for (const media of MEDIA) {
      const which = `${path} ${JSON.stringify(media)}`;
      await page.emulateMedia({ reducedMotion: null, forcedColors: null, colorScheme: null, ...media });
      await scrollTo(page, 0);
      expect(await rule(page), which).toBe("none");
      const before = await look(page);
      await scrollTo(page, 20);
      expect(await rule(page), which).toBe("none");
      await scrollTo(page, 21);
      expect(await rule(page), which).toBe("2px");
      expect(await look(page), which).toEqual(before);
      await scrollTo(page, 20);
      expect(await rule(page), which).toBe("none");
    }
  }
});

// The policy allows the style sheet by its hash, and this test changes the sheet.
test.describe("a browser without scroll timelines", { tag: "@scripts" }, () => {
  test("the rule appears below 20 px of scrolling without scroll timelines", async ({ browser, baseURL, viewport }) => {
    const context = await browser.newContext({ baseURL, viewport, bypassCSP: true });
    const page = await context.newPage();
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await page.route("/", async (route) => {
      const reply = await route.fetch();
      const body = (await reply.text()).replaceAll("animation-range:20px 21px", "no-such-property:0");
      await route.fulfill({ response: reply, body });
    });
    await page.goto("/");
    for (const [top, width] of [
      [0, "none"],
      [20, "none"],
      [21, "2px"],
      [400, "2px"],
      [20, "none"],
    ] as const) {
      await scrollTo(page, top);
      await expect.poll(() => rule(page)).toBe(width);
    }
    await context.close();
  });
});

test("the header row stays in view while ribbon and border scroll away, and on a low screen it scrolls away too", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 300);
  await expect(page.locator(".top-row")).toBeInViewport({ ratio: 1 });
  expect((await page.locator(".top").boundingBox())?.height).toBeLessThanOrEqual(62);
  await expect(page.locator(".ribbon")).not.toBeInViewport();
  await expect(page.locator(".top + .pindo")).not.toBeInViewport();
  await page.setViewportSize({ width: 740, height: 360 });
  await scrollTo(page, 300);
  await expect(page.locator(".top-row")).not.toBeInViewport();
});

test("the header bar never covers a jump target or a focused element", { tag: ["@plain", "@wide"] }, async ({
  page,
}) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const barEnd = () => page.evaluate(() => document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0);
  const mainTop = await page.evaluate(() => document.getElementById("main")?.getBoundingClientRect().top ?? 0);
  expect(mainTop).toBeGreaterThanOrEqual(await barEnd());
  // Going backwards from the end, the browser scrolls each element to the top edge.
  await page.locator("footer a").last().focus();
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press("Shift+Tab");
    const place = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.closest("main, footer")
        ? { top: focused.getBoundingClientRect().top, text: focused.textContent }
        : null;
    });
    if (place === null) break;
    expect(place.top, place.text ?? "").toBeGreaterThanOrEqual((await barEnd()) - 0.5);
  }
});

test("the current page is marked in the header and the phone menu, visibly and for screen readers", {
  tag: "@plain",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [path, name] of [
    ["/", "Home"],
    ["/contact", "Contact"],
    ["/blog", "Blog"],
    ["/projects", "Projects"],
  ] as const) {
    await page.goto(path);
    const current = page.locator(".bar [aria-current], .menu [aria-current]");
    await expect(current).toHaveText([name, name]);
    expect(await current.evaluateAll((all) => all.map((one) => one.getAttribute("aria-current")))).toEqual([
      "page",
      "page",
    ]);
    expect(await current.first().evaluate((link) => getComputedStyle(link).boxShadow)).toContain("-4px");
  }
  await page.goto("/domains");
  await expect(page.locator(".bar [aria-current=true]")).toHaveText("Services");
  await page.emulateMedia({ forcedColors: "active" });
  const marked = page.locator(".bar [aria-current=true]");
  expect(await marked.evaluate((one) => getComputedStyle(one).borderBottomWidth)).toBe("4px");
});

test("the footer has its links, and its link to the top moves the view and the focus", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  const links = await footer.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const href of [
    ...["/", "/projects", "/contact", "/privacy", "/terms", "/cookies", "/domains", "/domains/pricing"],
    ...["mailto:info@mtandao.co.ke", "https://www.facebook.com/mtandao", "https://x.com/mtandao"],
  ]) {
    expect(links).toContain(href);
  }
  await footer.getByRole("link", { name: "Back to top" }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
});
