import type { Locator, Page } from "@playwright/test";
import { expect, holdRequests, openHydrated, PROVIDERS, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";

const cards = (page: Page) => page.locator(".work");
const outlineOf = (card: Locator) => card.evaluate((one) => getComputedStyle(one).outlineWidth);

test("the projects stand in one, two or three columns, and pictures load", { tag: "@script-independent" }, async ({
  page,
}) => {
  await page.goto("/projects");
  await expect(cards(page).filter({ visible: true })).toHaveCount(6);
  await page.getByText("More projects (3)").click();
  for (const [width, columns] of [
    [360, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const edges = await cards(page).evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().left)),
    );
    expect(edges).toHaveLength(9);
    expect(new Set(edges).size, `at ${width} px`).toBe(columns);
  }
  const pictures = await page.locator("main img").all();
  expect(pictures).toHaveLength(8);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
});

test("a project opens in a dialog with its own URL and closes without a network", {
  tag: ["@wide", "@scripts"],
}, async ({ page, consoleErrors }) => {
  await openHydrated(page, "/projects");
  const opener = page.getByRole("link", { name: "Tumaini Primary School" });
  await opener.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Tumaini Primary School" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/projects/tumaini-school");
  expect(await dialog.boundingBox()).toMatchObject(page.viewportSize() ?? {});
  expect(await axe(page)).toEqual([]);

  await page.context().setOffline(true);
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await expect(cards(page)).toHaveCount(9);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.context().setOffline(false);
  // Remix renders the head again, which requests the icon: only that fails.
  expect(consoleErrors.splice(0).every((words) => words.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);

  await opener.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects");
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
});

test("navigation to the projects shows a skeleton, then the grid", { tag: ["@wide", "@scripts"] }, async ({ page }) => {
  await openHydrated(page, "/contact");
  const footer = page.getByRole("contentinfo");
  const release = await holdRequests(page, "**/projects.data**");
  await footer.getByRole("link", { name: "Projects" }).click();
  await expect(page.getByText("Loading projects...")).toBeVisible();
  release();
  await expect(cards(page)).toHaveCount(9);
  await expect(page.getByText("Loading projects...")).toHaveCount(0);
  expect(await outlineOf(cards(page).first())).toBe("2px");
  await footer.getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { name: "Contact us" })).toBeVisible();
  await footer.getByRole("link", { name: "Projects" }).click();
  await expect(cards(page)).toHaveCount(9);
  expect(await outlineOf(cards(page).first())).toBe("2px");

  // The first page's policy forbids frames, so the project is loaded as a document.
  await page.getByRole("link", { name: "Try Live Demo of Shamba Prices" }).click();
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Shamba Prices" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a project's demo opens in a sandboxed frame and closes", { tag: "@wide" }, async ({ page, hasScripts }) => {
  if (hasScripts) await openHydrated(page, "/projects/2");
  else await page.goto("/projects/2");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const phone = page.locator(".phone");
  await expect(phone.locator("img")).toBeVisible();
  await page.getByRole("link", { name: "Try Live Demo" }).click();
  const frame = phone.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms allow-same-origin");
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Shamba Prices" })).toBeVisible();
  await expect(page).toHaveURL("/projects/2?demo=1#demo");
  await expect(phone).toBeInViewport();
  // With scripts only the demo itself is requested.
  const ofSite = requested.filter((url) => !url.startsWith(PROVIDERS) && !url.endsWith("/favicon.svg"));
  if (hasScripts) expect(ofSite).toEqual([]);
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
