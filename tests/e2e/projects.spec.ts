import type { Page } from "@playwright/test";
import { axe, CLOTHS } from "./axe.ts";
import { enhanced, expect, hold, test } from "./visitor.ts";

const MOCKS = `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 4300) + 1}`;

const card = (page: Page, title: string) => page.locator(".work", { has: page.getByRole("heading", { name: title }) });

/** Opens a page as somebody who has been here before: scripts take it over as soon as it is idle. */
async function openEnhanced(page: Page, path: string): Promise<void> {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await enhanced(page);
  await page.goto(path);
  await enhanced(page);
}

/** Addresses that the page asks for from now on. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url()));
  return seen;
}

/** Each picture of the page once it is there: its width in the file, and whether its place had a size before. */
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

for (const [width, columns] of [
  [360, 1],
  [800, 2],
  [1280, 3],
] as const) {
  test(`nine projects stand in ${columns} columns at ${width} px`, { tag: "@plain" }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/projects");
    const boxes = await page
      .locator(".work")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(boxes).toHaveLength(9);
    expect(new Set(boxes).size).toBe(columns);
  });
}

test("a card says what it is, with three technologies at most; an app has a badge, a phone and its demo", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/projects");
  const food = card(page, "Mama Njeri Foods");
  await expect(food).toContainText("E-commerce · 2026");
  await expect(food).toContainText("Made with Remix, PostgreSQL and M-Pesa Daraja.");
  await expect(food.locator(".mobile, .phone")).toHaveCount(0);
  const app = card(page, "Shamba Prices");
  await expect(app.locator(".mobile")).toHaveText("Mobile App");
  await expect(app.locator(".phone")).toBeVisible();
  await expect(app.getByRole("link", { name: "Try Live Demo of Shamba Prices" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Try Live Demo/ })).toHaveCount(2);
});

test("pictures come from here alone, keep their place before they are there, and one without has a piece of cloth", {
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
  if (isEnhanced) expect(seen.filter((url) => !url.startsWith(MOCKS) && !url.endsWith("/favicon.svg"))).toEqual([]);
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
    expect(await framesOf(path)).toEqual([MOCKS, MOCKS]);
  for (const path of ["/", "/contact", "/domains"]) expect(await framesOf(path)).toEqual([MOCKS]);
  for (const path of ["/privacy", "/nowhere"]) expect(await framesOf(path)).toEqual(["'none'"]);
});

test("a project that there is not is not found, and the way back is there", { tag: "@plain" }, async ({ page }) => {
  const reply = await page.goto("/projects/nobody");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Not Found" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
});

test("with scripts a project opens over the grid, with an address, and closes again without the network", {
  tag: ["@wide", "@scripts"],
}, async ({ page, complaints }) => {
  // Without scripts it is a page of its own.
  await openEnhanced(page, "/projects");
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
  expect(box?.width).toBe(Math.min(view?.width ?? 0, 1152));
  expect(await axe(page)).toEqual([]);

  await page.context().setOffline(true);
  await over.getByRole("link", { name: "Close" }).click();
  await expect(over).toHaveCount(0);
  await expect(page).toHaveURL("/projects");
  await expect(page.locator(".work")).toHaveCount(9);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.context().setOffline(false);
  // Remix draws the head anew, and the browser its icon with it: that alone is missed.
  expect(complaints.splice(0).every((words) => words.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);

  await opener.click();
  await expect(over).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/projects");
  await opener.click();
  await expect(over).toBeVisible();
  await page.goBack();
  await expect(over).toHaveCount(0);
});

test("coming from another page with scripts, the grid is awaited with a skeleton, and is dressed when it is there", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  // Without scripts the browser shows its own progress.
  await openEnhanced(page, "/contact");
  const letProjectsGo = await hold(page, "**/projects.data**");
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

  // The policy of the page one came from allows no demo: the project is loaded, with its own.
  await page.getByRole("link", { name: "Try Live Demo of Shamba Prices" }).click();
  await expect(page.frameLocator(".phone iframe").getByRole("heading", { name: "Shamba Prices" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("leaving the projects and coming back finds them dressed again", { tag: "@scripts" }, async ({ page }) => {
  // Without scripts each page is loaded.
  await openEnhanced(page, "/projects");
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

for (const [colorScheme, rules] of CLOTHS) {
  test(`in the ${colorScheme} cloth axe finds nothing, nothing is wider than 320 px, and every target is 44 px high`, async ({
    page,
    isEnhanced,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 740 });
    for (const path of ["/projects", "/projects/1", "/projects/2", "/projects/2?demo=1"]) {
      await page.goto(path);
      if (isEnhanced) expect(await axe(page, rules), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
      const small = await page
        .locator("main :is(a, button)")
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent),
        );
      expect(small, path).toEqual([]);
    }
  });
}
