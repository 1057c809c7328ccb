import type { Page } from "@playwright/test";
import { expect, openHydrated, PROVIDERS, test } from "./fixtures.ts";

/** Collects the URLs that the page requests from now on. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url()));
  return seen;
}

test("a project's demo loads on request in a sandboxed frame and can be closed", {
  tag: "@wide",
}, async ({ page, hasScripts }) => {
  if (hasScripts) await openHydrated(page, "/projects/2");
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
  // With scripts only the demo itself is requested.
  if (hasScripts) expect(seen.filter((url) => !url.startsWith(PROVIDERS) && !url.endsWith("/favicon.svg"))).toEqual([]);
  await page.getByRole("link", { name: "Close Demo" }).click();
  await expect(frame).toHaveCount(0);
  await expect(page).toHaveURL("/projects/2#demo");
  await expect(page.getByRole("link", { name: "Try Live Demo" })).toBeVisible();
});

test("a project card opens and closes its demo in place", { tag: "@wide" }, async ({ page, hasScripts }) => {
  if (hasScripts) await openHydrated(page, "/projects");
  else await page.goto("/projects");
  await page.getByRole("link", { name: "Try Live Demo of Boda Ledger" }).click();
  await expect(page.frameLocator(".work iframe").getByRole("heading", { name: "Boda Ledger" })).toBeVisible();
  // The whole card is a link, and the demo lies above it.
  const covers = await page.locator(".work iframe").evaluate((frame) => {
    const { x, y, width } = frame.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, Math.max(y, 70) + 20) === frame;
  });
  expect(covers).toBe(true);
  await page.getByRole("link", { name: "Close Demo of Boda Ledger" }).click();
  await expect(page.locator(".work iframe")).toHaveCount(0);
  await expect(page).toHaveURL(/\/projects#demo-/);
});
