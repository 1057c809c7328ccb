import { axe } from "./axe.ts";
import { enhanced, expect, sentWith, test } from "./visitor.ts";

const PAGES = [
  "/",
  "/domains",
  "/domains?q=mamanjeri.com",
  "/domains?q=mamanjeri.co.ke",
  "/domains?q=taken-shop.com",
  "/domains?q=-",
  "/domains/board?names=mamanjeri.com%0Ataken-duka.com%0A-%0Aerror500-a.com",
  "/domains/board?name=mamanjeri",
  "/domains/pricing",
  "/domains/pricing?filter=org",
  "/domains/pricing?filter=nothing",
  "/projects",
  "/projects/2?demo=1",
  "/projects/8",
  "/contact",
  "/contact?domain=mamanjeri.com",
  "/contact?plan=starter",
  "/login",
  "/login?tab=signup",
  "/login?arrived=/",
  "/privacy",
  "/terms",
  "/cookies",
  "/blog",
  "/blog?page=4",
  "/blog?q=mail",
  "/blog?q=nothinglikethis",
  "/blog/why-your-invoices-land-in-spam",
  "/blog/what-are-tlds-and-why-they-matter-for-your-brand",
  "/blog/nothing-here",
  "/projects",
  "/dashboard",
  "/stride",
  "/stride/confirm?token=x",
  "/newsletter",
  "/newsletter/unsubscribe?token=x",
  "/nothing-here",
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page in ${colorScheme}`, async ({ page, isEnhanced, isMobile }) => {
    test.skip(!isEnhanced, "axe is a script");
    test.skip(!isMobile && colorScheme === "dark", "colours are the same at any width");
    test.setTimeout(90_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of PAGES) {
      await page.goto(path);
      expect(await axe(page), path).toEqual([]);
    }
    await page.goto("/contact");
    await page.getByLabel("Your name").focus();
    await enhanced(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    expect(await axe(page), "/contact, refused").toEqual([]);
  });
}

for (const [width, size] of [
  [320, "100%"],
  [360, "200%"],
] as const) {
  test(`no page scrolls sideways at ${width} px with text at ${size}`, async ({ page, isEnhanced, isMobile }) => {
    test.skip(isEnhanced && !isMobile, "the width is said here");
    await page.setViewportSize({ width, height: 640 });
    for (const path of [...PAGES, "/domains?q=a-very-long-name-for-a-small-shop-in-nairobi.com"]) {
      await page.goto(path);
      await page.evaluate((fontSize) => document.documentElement.style.setProperty("font-size", fontSize), size);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
  });
}

test("every target is at least 44 px high, links in running text aside", async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("a, button, input:not([type=hidden]), textarea, summary")]
        .filter(
          (element) =>
            !element.closest(".ribbon, .skip, [aria-hidden], dialog:not([open]), .prose section") &&
            element.checkVisibility(),
        )
        // Of a box or a circle to choose, all of its label.
        .filter((element) => (element.closest("label") ?? element).getBoundingClientRect().height < 43.5)
        .map((element) => `${element.tagName} ${element.textContent}`),
    );
    expect(small, path).toEqual([]);
  }
});

test("an unknown path gets the frame, a 404 and a way home", async ({ page }) => {
  const reply = await page.goto("/nothing-here?x=1");
  expect(reply?.status()).toBe(404);
  expect(reply?.headers()["cache-control"]).toBe("private, no-cache");
  await expect(page.getByRole("heading", { name: "Not Found" })).toBeVisible();
  await expect(page.getByText("We didn't find what you're looking for")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL("/");
});

test("every link of the frame leads to a page", async ({ page, request }) => {
  await page.goto("/");
  const links = await page
    .locator("header a, footer a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const own = [...new Set(links.filter((href) => href.startsWith("/")))];
  expect(own.length).toBeGreaterThan(8);
  for (const href of own) expect((await request.get(href)).status(), href).toBe(200);
});

test("the footer shows the three latest posts, read under the public's own rights", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("contentinfo").locator("a[href^='/blog/']")).toHaveCount(3);
});

test("the menu opens over the page on a phone, with every destination", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/contact");
  await page.locator("summary", { hasText: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: /menu/i });
  for (const name of ["Home", "Blog", "Projects", "Domains", "Sign In"]) {
    await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await menu.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Your name, on the network." })).toBeVisible();
});

test("the skip link leads to the page, and the whole search can be done by keyboard", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Which name do you want?")).toBeFocused();
  await page.keyboard.type("mamanjeri.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "mamanjeri.com" })).toBeVisible();
});

test("a form on another site is refused with a readable page, and nothing is sent", async ({ page, baseURL }) => {
  const form = `<form method="post" action="${baseURL}/contact"><input name="email" value="victim@example.co.ke"><button>Win</button></form>`;
  await page.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: form }));
  await page.goto("http://evil.example/");
  const [reply] = await Promise.all([
    page.waitForResponse("**/contact"),
    page.getByRole("button", { name: "Win" }).click(),
  ]);
  expect(reply.status()).toBe(403);
  await expect(page.getByRole("heading", { name: "Not sent from this site" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await sentWith(page, "victim@example.co.ke")).toEqual([]);
});
