import { PAGES } from "../pages.ts";
import { CUSTOMER } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";

/** The paths of a customer's own pages. */
const OWN = /^\/(dashboard|profile|login\/step)/;

function visits(isWanted: (path: string) => boolean) {
  return PAGES.filter(({ path }) => isWanted(path)).flatMap(({ visits = [] }) => visits);
}

/** Every page of the site, and states of public pages whose look differs. */
const PUBLIC = [
  ...visits((path) => !OWN.test(path)),
  "/domains?q=error500-a.com",
  "/domains?q=%D1%80aypal.com",
  "/blog?q=nothinglikethis",
];
const SIGNED_IN = visits((path) => OWN.test(path));

/** The steps of docs/product/site.md, "The look", in pixels at 360 px; lines between cells are gaps of 1 or 2 px. */
const SPACES = [0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 72];

test("on a phone all pages share nine type sizes, three looks of h1, four kinds of button and the spacing steps", {
  tag: "@script-independent",
}, async ({ page, signIn }) => {
  const used = {
    sizes: new Set<string>(),
    titles: new Set<string>(),
    buttons: new Set<string>(),
    gaps: new Set<number>(),
  };
  const visit = async (path: string) => {
    await page.goto(path);
    const found = await page.evaluate(() => {
      const shown = [...document.querySelectorAll("body :not(svg *, script, style, noscript)")]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .map((element) => ({ element, style: getComputedStyle(element) }));
      const hasText = ({ element }: { element: Element }) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const pick = (selector: string) => shown.filter(({ element }) => element.matches(selector));
      return {
        sizes: shown.filter(hasText).map(({ style }) => style.fontSize),
        titles: pick("h1").map(({ style }) => `${style.fontSize} ${style.fontWeight} ${style.letterSpacing}`),
        buttons: pick(".button").map(({ style }) => `${style.minHeight} ${style.paddingLeft}`),
        gaps: shown
          .filter(({ style }) => /grid|flex/.test(style.display))
          .flatMap(({ style }) => [style.rowGap, style.columnGap].map((gap) => Number.parseFloat(gap) || 0)),
      };
    });
    for (const size of found.sizes) used.sizes.add(size);
    for (const title of found.titles) used.titles.add(title);
    for (const button of found.buttons) used.buttons.add(button);
    for (const gap of found.gaps) used.gaps.add(Math.round(gap));
  };
  for (const path of PUBLIC) await visit(path);
  await signIn(CUSTOMER);
  for (const path of SIGNED_IN) await visit(path);

  expect([...used.sizes].sort()).toHaveLength(9);
  expect([...used.titles].sort()).toHaveLength(3);
  expect([...used.buttons].sort()).toEqual(["44px 12px", "48px 20px", "56px 20px"]);
  expect([...used.gaps].filter((gap) => !SPACES.includes(gap))).toEqual([]);
});

test("on paper a page has no menus, forms or buttons", { tag: "@script-independent" }, async ({ page }) => {
  await page.goto("/domains/pricing");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect(page.locator("header, nav, footer, form, .button").filter({ visible: true })).toHaveCount(0);
});
