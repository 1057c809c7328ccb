import { LISTED_PAGES } from "#app/routes/addresses.ts";
import { expect, hydrated, outboxEntries, test } from "./fixtures.ts";
import { axeInBothSchemes, overflow, smallTargets } from "./page-checks.ts";

const PAGES = [
  ...LISTED_PAGES.map(({ path }) => path),
  "/domains?q=mamanjeri.com",
  "/domains?q=mamanjeri.co.ke",
  "/domains?q=taken-shop.com",
  "/domains?q=-",
  "/domains/board?names=mamanjeri.com%0Ataken-duka.com%0A-%0Aerror500-a.com",
  "/domains/board?name=mamanjeri",
  "/domains/pricing?filter=org",
  "/domains/pricing?filter=nothing",
  "/projects/2?demo=1",
  "/projects/8",
  "/contact?domain=mamanjeri.com",
  "/contact?plan=starter",
  "/login",
  "/login?tab=signup",
  "/login?arrived=/",
  "/blog?page=4",
  "/blog?q=mail",
  "/blog?q=nothinglikethis",
  "/blog/why-your-invoices-land-in-spam",
  "/blog/what-are-tlds-and-why-they-matter-for-your-brand",
  "/blog/nothing-here",
  "/dashboard",
  "/stride/confirm?token=x",
  "/newsletter/unsubscribe?token=x",
  "/nothing-here",
  "/domains?q=a-very-long-name-for-a-small-shop-in-nairobi.com",
];

/** Screen widths and text sizes at which no page may scroll sideways. */
const NARROW = [
  [320, "100%"],
  [360, "200%"],
] as const;

/** One page per path: on a wide screen the layout does not depend on the query. */
const ONCE = new Map(PAGES.toReversed().map((path) => [path.split("?")[0], path]));

// Four parts let the workers share the pages.
for (const part of [0, 1, 2, 3]) {
  test(`axe finds nothing on any page, every target is 44 px high and no page is too wide, part ${part + 1} of 4`, {
    tag: ["@wide", "@scripts"],
  }, async ({ page, isMobile, viewport }) => {
    // No style depends on scripts, so the no-js project would see the same.
    const paths = isMobile ? PAGES : [...ONCE.values()];
    for (const path of paths.filter((_path, index) => index % 4 === part)) {
      await page.goto(path);
      expect(await axeInBothSchemes(page), path).toEqual([]);
      expect(await smallTargets(page), path).toEqual([]);
      if (!isMobile) continue;
      for (const [width, size] of NARROW) expect(await overflow(page, width, size), `${path} at ${width}`).toBe(0);
      if (viewport) await page.setViewportSize(viewport);
    }
  });
}

test("axe finds nothing in a rejected form that was rendered by scripts", { tag: ["@wide", "@scripts"] }, async ({
  page,
}) => {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInBothSchemes(page)).toEqual([]);
});

test("the skip link moves the focus to the page, and a search can be done by keyboard", async ({ page }) => {
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

test("a form posted from another site is rejected with a readable page and sends nothing", { tag: "@plain" }, async ({
  page,
  baseURL,
}) => {
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
  expect(await outboxEntries(page, "victim@example.co.ke")).toEqual([]);
});
