import type { Page } from "@playwright/test";
import { CUSTOMER } from "./accounts.ts";
import { expect, hydrateFrom, test } from "./fixtures.ts";
import { checkLook, sameLabels } from "./page-checks.ts";
import { PATH as DNS } from "./zone.ts";

const PAGES = [
  "/domains?q=mamanjeri.com",
  "/domains?q=mamanjeri.co.ke",
  "/domains?q=taken-shop.com",
  "/domains?q=-",
  "/domains?q=mamanjeri.zz",
  "/domains?q=%D1%80aypal.com",
  "/domains/board?names=mamanjeri.com%0Ataken-duka.com%0A-%0Aerror500-a.com",
  "/domains/board?name=mamanjeri",
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
  "/copies/confirm?token=x",
  "/copies/stop?token=x",
  "/nothing-here",
  "/domains?q=a-very-long-name-for-a-small-shop-in-nairobi.com",
];

/** Returns the paths of PAGES and of the site map, without posts and projects. */
async function pagesOf(page: Page): Promise<string[]> {
  const map = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...map.matchAll(/<loc>([^<]+)/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(listed.length).toBeGreaterThan(8);
  return [...listed.filter((path) => !/^\/(?:blog|projects)\/./.test(path)), ...PAGES];
}

/** Returns one page for each path, because the layout on a wide screen does not depend on the query. */
const once = (paths: string[]) => [...new Map(paths.toReversed().map((path) => [path.split("?")[0], path])).values()];

const ACCOUNT_PAGES = [
  "/dashboard",
  "/dashboard?q=zzz",
  "/dashboard/domains/mamamboga.co.ke",
  "/dashboard/domains/kilimobora.or.ke",
  "/dashboard/domains/mamamboga.co.ke/website?with=wix",
  "/dashboard/services",
  "/dashboard/orders/new?kind=mail&plan=professional&domain=njeri-duka.org",
  "/dashboard/orders",
  "/dashboard/orders/renew",
  "/dashboard/orders/statement",
  "/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke",
  "/dashboard/orders/new?kind=transfer&domain=njeri-duka.org",
  "/dashboard/orders/new?kind=certificate",
  "/dashboard/orders/new?kind=register&domain=google.com",
  "/profile",
  "/profile/step",
  "/profile/data",
  "/profile/copies",
  "/profile/close",
];
const DNS_PAGES = ["", "?q=nothing-like-it", "/add", "/live", "/mail", "/import", "/history"].map((end) => DNS + end);

/** Pages of the second customer, whose domains resolve elsewhere or not at all. */
const SECOND = "second@example.co.ke";
const SECOND_PAGES = ["elsewhere-demo", "big-zone-demo", "unreachable-demo"].map(
  (name) => `/dashboard/domains/${name}.co.ke/dns/live`,
);

/**
 * Checks the accessibility of the open page, and on a phone its width. `targets` is the element in which every link and control
 * must be 44 px high; if empty, this is not checked.
 */
async function check(page: Page, path: string, targets: "body" | "main" | "" = "") {
  expect(await sameLabels(page), path).toEqual([]);
  await checkLook(page, path, targets);
}

// No style depends on scripts, so the no-js project would find the same faults. Four tests let the workers share the pages.
for (const part of [0, 1, 2, 3]) {
  test(`every public page is accessible and fits a phone, part ${part + 1} of 4`, {
    tag: ["@wide", "@scripts"],
  }, async ({ page, isMobile }) => {
    const all = await pagesOf(page);
    const paths = isMobile ? all : once(all);
    for (const path of paths.filter((_path, index) => index % 4 === part)) {
      await page.goto(path);
      await check(page, path, "body");
    }
  });
}

for (const [what, email, paths, targets] of [
  ["pages of the account", CUSTOMER, ACCOUNT_PAGES, ""],
  ["DNS pages", CUSTOMER, DNS_PAGES, ""],
  ["Is-it-live pages of domains that resolve elsewhere", SECOND, SECOND_PAGES, "main"],
] as const) {
  test(`the ${what} are accessible and fit a phone`, { tag: ["@wide", "@scripts"] }, async ({ page, signIn }) => {
    await signIn(email);
    for (const path of paths) {
      await page.goto(path);
      await check(page, path, targets);
    }
  });
}

/**
 * Forms that are sent empty: page, button, and whether to hydrate the page first. Without hydration the server renders the
 * errors.
 */
const REJECTED = [
  ["/contact", "Send message", true],
  ["/contact", "Subscribe", true],
  ["/newsletter", "Subscribe", false],
  ["/stride", "Join Waiting List", false],
  [`${DNS}/add`, "Add record", true],
  ["/login?tab=signup", "Create my account", true],
] as const;

test("rejected forms are accessible and fit a phone", { tag: ["@wide", "@scripts"] }, async ({ page, signIn }) => {
  await signIn(CUSTOMER);
  for (const [path, name, isHydrated] of REJECTED) {
    if (path.startsWith("/login")) await page.context().clearCookies();
    await page.goto(path);
    const button = page.getByRole("button", { name, exact: true }).filter({ visible: true });
    if (isHydrated) await hydrateFrom(button);
    await button.click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    await check(page, `${path} ${name}`, "main");
  }
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

test("a form posted from another site is rejected with a readable page and sends nothing", {
  tag: "@script-independent",
}, async ({ page, baseURL, outbox }) => {
  const form = `<form method="post" action="${baseURL}/contact"><input name="email" value="victim@example.co.ke"><button>Win</button></form>`;
  await page.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: form }));
  await page.goto("http://evil.example/");
  const [response] = await Promise.all([
    page.waitForResponse("**/contact"),
    page.getByRole("button", { name: "Win" }).click(),
  ]);
  expect(response.status()).toBe(403);
  await expect(page.getByRole("heading", { name: "Not sent from this site" })).toBeVisible();
  expect(await outbox.list({ text: "victim@example.co.ke" })).toEqual([]);
});
