import type { Page } from "@playwright/test";
import { expect, holdRequests, openHydrated, test } from "./fixtures.ts";
import { axe, axeInBothSchemes, overflow, smallTargets } from "./page-checks.ts";

const card = (page: Page, title: string) => page.locator(".work", { has: page.getByRole("heading", { name: title }) });

/** Waits for each picture of the page. Returns its URL and whether its element has a size. */
async function picturesOf(page: Page) {
  const pictures = await page.locator("main img").all();
  return Promise.all(
    pictures.map(async (picture) => {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      return picture.evaluate((img: HTMLImageElement) => ({
        src: img.currentSrc,
        hasSize: img.getAttribute("width") !== null && img.getAttribute("height") !== null,
      }));
    }),
  );
}

test("the nine projects stand in one, two or three columns by screen width", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/projects");
  for (const [width, columns] of [
    [360, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await page
      .locator(".work")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(boxes).toHaveLength(9);
    expect(new Set(boxes).size, `at ${width} px`).toBe(columns);
  }
});

test("project pictures come from this site and have their size, and a project without one has a placeholder", {
  tag: "@plain",
}, async ({ page, baseURL }) => {
  await page.goto("/projects");
  const pictures = await picturesOf(page);
  expect(pictures).toHaveLength(8);
  expect(pictures.filter(({ src }) => !src.startsWith(`${baseURL}/`))).toEqual([]);
  expect(pictures.filter(({ src }) => src.startsWith(`${baseURL}/images?`))).toHaveLength(2);
  expect(pictures.every(({ hasSize }) => hasSize)).toBe(true);
  await expect(card(page, "Fundi Wa Viatu").locator("svg.wide")).toBeVisible();
});

test("with scripts a project opens in a dialog with its own URL and closes without the network", {
  tag: ["@wide", "@scripts"],
}, async ({ page, consoleErrors }) => {
  await openHydrated(page, "/projects");
  const opener = card(page, "Tumaini Primary School").getByRole("link");
  await opener.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await opener.click();
  const over = page.getByRole("dialog", { name: "Tumaini Primary School" });
  await expect(over).toBeVisible();
  await expect(page).toHaveURL("/projects/tumaini-school");
  const box = await over.boundingBox();
  const view = page.viewportSize();
  expect(box?.height).toBe(view?.height);
  expect(box?.width).toBe(view?.width);
  expect(await axe(page)).toEqual([]);

  await page.context().setOffline(true);
  await over.getByRole("link", { name: "Close" }).click();
  await expect(over).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await expect(page.locator(".work")).toHaveCount(9);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.context().setOffline(false);
  // Remix renders the head again, which requests the icon: only that fails.
  expect(consoleErrors.splice(0).every((words) => words.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);

  await opener.click();
  await expect(over).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects");
  await opener.click();
  await expect(over).toBeVisible();
  await page.goBack();
  await expect(over).toHaveCount(0);
});

test("client navigation to the projects shows a skeleton, then the styled grid", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  await openHydrated(page, "/contact");
  const letProjectsGo = await holdRequests(page, "**/projects.data**");
  await page.getByRole("contentinfo").getByRole("link", { name: "Projects" }).click();
  await expect(page.getByText("Loading projects...")).toBeVisible();
  letProjectsGo();
  await expect(page.locator(".work")).toHaveCount(9);
  await expect(page.getByText("Loading projects...")).toHaveCount(0);
  expect(
    await page
      .locator(".work")
      .first()
      .evaluate((one) => getComputedStyle(one).outlineWidth),
  ).toBe("2px");
  await page.getByRole("link", { name: "Ushanga Beadwork" }).click();
  const over = page.getByRole("dialog", { name: "Ushanga Beadwork" });
  expect((await over.boundingBox())?.height).toBe(page.viewportSize()?.height);
  await over.getByRole("link", { name: "Close" }).click();

  // The first page's policy forbids frames, so the project is loaded as a document.
  await page.getByRole("link", { name: "Try Live Demo of Shamba Prices" }).click();
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Shamba Prices" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the projects are styled again after leaving and returning", { tag: "@scripts" }, async ({ page }) => {
  await openHydrated(page, "/projects");
  const footer = page.getByRole("contentinfo");
  for (let time = 0; time < 2; time++) {
    await footer.getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("heading", { name: "Contact us" })).toBeVisible();
    await footer.getByRole("link", { name: "Projects" }).click();
    await expect(page.locator(".work")).toHaveCount(9);
    expect(
      await page
        .locator(".work")
        .first()
        .evaluate((one) => getComputedStyle(one).outlineWidth),
    ).toBe("2px");
  }
});

test("axe finds nothing on projects, they fit 320 px, and every target is 44 px high", { tag: "@scripts" }, async ({
  page,
}) => {
  for (const path of ["/projects", "/projects/1", "/projects/2", "/projects/2?demo=1"]) {
    await page.goto(path);
    expect(await overflow(page, 320), path).toBe(0);
    expect(await axeInBothSchemes(page), path).toEqual([]);
    expect(await smallTargets(page, "main"), path).toEqual([]);
  }
});
