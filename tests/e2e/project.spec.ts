import type { Page } from "@playwright/test";
import { expect, openEnhanced, PROVIDERS, test } from "./visitor.ts";

/** Addresses that the page asks for from now on. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url()));
  return seen;
}

test("a project has an address, and is a page of its own there", { tag: "@plain" }, async ({ page }) => {
  const reply = await page.goto("/projects/1");
  expect(reply?.status()).toBe(200);
  await expect(page).toHaveTitle("Mama Njeri Foods | Mtandao");
  await expect(page.getByRole("heading", { level: 1, name: "Mama Njeri Foods" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const [name, value] of [
    ["Client", "Mama Njeri Foods, Kiambu"],
    ["Category", "E-commerce"],
    ["Year", "2026"],
    ["Made with", "Remix, PostgreSQL, M-Pesa Daraja, Tailwind CSS"],
    ["Tags", "orders, payments"],
  ] as const) {
    await expect(page.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd")).toHaveText(
      value,
    );
  }
  const live = page.getByRole("link", { name: "View Live (opens in a new tab)" });
  await expect(live).toHaveAttribute("href", "https://mamanjerifoods.example/");
  await expect(live).toHaveAttribute("target", "_blank");
  await expect(live).toHaveAttribute("rel", "noopener");
  await expect(page.getByRole("link", { name: /View Code/ })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "Projects" }).click();
  await expect(page).toHaveURL("/projects");
  await expect(page.locator(".work")).toHaveCount(9);
});

test("the code is linked where there is some, and what is unknown is not said", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/projects/5");
  await expect(page.getByRole("link", { name: /View Code/ })).toHaveAttribute(
    "href",
    "https://github.example/bahari/calendar",
  );
  await page.goto("/projects/8");
  await expect(page.getByRole("link", { name: /View/ })).toHaveCount(0);
});

test("the demo is loaded when somebody asks for it, in a sandbox, and goes when it is closed", {
  tag: "@wide",
}, async ({ page, isEnhanced }) => {
  if (isEnhanced) await openEnhanced(page, "/projects/2");
  else await page.goto("/projects/2");
  const seen = watchRequests(page);
  const phone = page.locator(".phone");
  await expect(phone.locator("img")).toBeVisible();
  await page.getByRole("link", { name: "Try Live Demo" }).click();
  const frame = phone.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms allow-same-origin");
  await expect(frame).toHaveAttribute("title", "Shamba Prices, live demo");
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Shamba Prices" })).toBeVisible();
  await expect(page).toHaveURL("/projects/2?demo=1#demo");
  await expect(phone).toBeInViewport();
  // With scripts only the demo itself was fetched.
  if (isEnhanced) expect(seen.filter((url) => !url.startsWith(PROVIDERS) && !url.endsWith("/favicon.svg"))).toEqual([]);
  await page.getByRole("link", { name: "Close Demo" }).click();
  await expect(frame).toHaveCount(0);
  await expect(page).toHaveURL("/projects/2#demo");
  await expect(page.getByRole("link", { name: "Try Live Demo" })).toBeVisible();
});

test("a card's demo button opens the project with its demo on", async ({ page }) => {
  await page.goto("/projects");
  await page.getByRole("link", { name: "Try Live Demo of Boda Ledger" }).click();
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Boda Ledger" })).toBeVisible();
});

test("frames of demos are allowed on pages of projects, and nowhere else", async ({ request }) => {
  const framesOf = async (path: string) => {
    const { "content-security-policy": policy = "" } = (await request.get(path)).headers();
    return /frame-src ([^;]+)/.exec(policy)?.[1]?.split(" ") ?? [];
  };
  // In the sandbox the bot check's frame and the demos come from one place.
  for (const path of ["/projects", "/projects/1", "/projects/2?demo=1"])
    expect(await framesOf(path)).toEqual([PROVIDERS, PROVIDERS]);
  for (const path of ["/", "/contact", "/domains"]) expect(await framesOf(path)).toEqual([PROVIDERS]);
  for (const path of ["/privacy", "/nowhere"]) expect(await framesOf(path)).toEqual(["'none'"]);
});

test("a project that there is not is not found, and the way back is there", { tag: "@plain" }, async ({ page }) => {
  const reply = await page.goto("/projects/nobody");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Not Found" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
});
