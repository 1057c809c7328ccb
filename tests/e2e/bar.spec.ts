import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { smallTargets } from "./page-checks.ts";

/** Returns the width of the rule below the bar, or "none". */
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

test("the header gets a rule below 20 px of scrolling in every media mode", {
  tag: ["@script-independent", "@wide"],
}, async ({ page }) => {
  for (const path of ["/", "/nothing-here"]) {
    await page.goto(path);
    for (const media of MEDIA) {
      const which = `${path} ${JSON.stringify(media)}`;
      await page.emulateMedia({ reducedMotion: null, forcedColors: null, colorScheme: null, ...media });
      await scrollTo(page, 0);
      const before = await look(page);
      for (const top of [0, 20, 21, 20]) {
        await scrollTo(page, top);
        expect(await rule(page), which).toBe(top > 20 ? "2px" : "none");
        expect(await look(page), which).toEqual(before);
      }
    }
  }
});

test("the rule appears below 20 px of scrolling without scroll timelines", { tag: "@scripts" }, async ({
  browser,
  baseURL,
  viewport,
}) => {
  // The policy allows the style sheet by its hash, and this test changes the sheet.
  const context = await browser.newContext({ baseURL, viewport, bypassCSP: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("animation-range:20px 21px", "no-such-property:0");
    await route.fulfill({ response, body });
  });
  await page.goto("/");
  for (const top of [0, 20, 21, 400, 20]) {
    await scrollTo(page, top);
    await expect.poll(() => rule(page)).toBe(top > 20 ? "2px" : "none");
  }
  await context.close();
});

test("only the header row stays in view, and on a low screen it scrolls away too", {
  tag: ["@script-independent", "@wide"],
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

test("the header never covers a jump target or a focused element", { tag: ["@script-independent", "@wide"] }, async ({
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

test("the header and phone menu mark the current page, in forced colours too", { tag: "@script-independent" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/blog");
  const current = page.locator(".bar [aria-current=page], .menu [aria-current=page]");
  await expect(current).toHaveText(["Blog", "Blog"]);
  expect(await current.first().evaluate((link) => getComputedStyle(link).boxShadow)).toContain("-4px");
  await page.goto("/domains");
  const services = page.locator(".bar [aria-current=true]");
  await expect(services).toHaveText("Services");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await services.evaluate((link) => getComputedStyle(link).borderBottomWidth)).toBe("3px");
});

test("the footer of a phone has at most 320 px, in the account too, and targets of 44 px", {
  tag: "@script-independent",
}, async ({ page, signIn }) => {
  const footer = page.getByRole("contentinfo");
  for (const path of ["/", "/domains?q=taken-njeri.com", "/login", "/dashboard"]) {
    if (path === "/dashboard") await signIn("customer@example.co.ke");
    await page.goto(path);
    const height = await footer.evaluate((element) => element.getBoundingClientRect().height);
    expect(height, path).toBeLessThanOrEqual(320);
    expect(await smallTargets(page, "footer"), path).toEqual([]);
  }
});

test("the footer has its links, and the one to the top moves view and focus", { tag: "@script-independent" }, async ({
  page,
}) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  const links = await footer.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const pages = ["/", "/projects", "/contact", "/privacy", "/terms", "/cookies", "/domains", "/domains/pricing"];
  const elsewhere = ["mailto:info@mtandao.co.ke", "https://www.facebook.com/mtandao", "https://x.com/mtandao"];
  expect(links).toEqual(expect.arrayContaining([...pages, ...elsewhere]));
  await footer.getByRole("link", { name: "Back to top" }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
});
