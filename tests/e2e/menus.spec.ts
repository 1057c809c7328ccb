import { expect, holdRequests, hydrated, test } from "./fixtures.ts";
import { axe, axeInBothSchemes } from "./page-checks.ts";
import { button, field, link, list, plain } from "./services-menu.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const SCRIPT = "**/services-disclosure-*.js";

test("without scripts it is <details>, says where one is, and leads on", async ({ page, hasScripts }) => {
  test.skip(hasScripts, "without scripts");
  await page.goto("/");
  await expect(list(page)).toBeHidden();
  await plain(page).press("Enter");
  for (const name of ["cPanel hosting", "Microsoft 365 e-mail"]) {
    await expect(link(page, name)).toHaveAttribute("target", "_blank");
    await expect(link(page, name)).toHaveAttribute("href", /^https:/);
  }
  await link(page, "Domains").click();
  await expect(page).toHaveURL("/domains");
  await expect(list(page)).toBeHidden();
  await expect(plain(page)).toHaveAttribute("aria-current", "true");
});

test.describe("with scripts", { tag: "@scripts" }, () => {
  test("on a page that never hydrates it closes by Escape, by a press elsewhere and by a followed link", async ({
    page,
    context,
  }) => {
    await context.route("https://hosting.mtandao.co.ke/**", (route) => route.fulfill({ body: "cPanel" }));
    await page.goto("/nothing-here");
    await plain(page).click();
    await link(page, "Domains").focus();
    await page.keyboard.press("Escape");
    await expect(list(page)).toBeHidden();
    await expect(plain(page)).toBeFocused();
    await plain(page).click();
    await page.locator("h1").click();
    await expect(list(page)).toBeHidden();
    await plain(page).click();
    const [tab] = await Promise.all([page.waitForEvent("popup"), link(page, "cPanel hosting").click()]);
    expect(tab.url()).toBe("https://hosting.mtandao.co.ke/cpanel");
    await expect(list(page)).toBeHidden();
    await expect(page).toHaveURL("/nothing-here");
  });

  test("Headless UI is loaded when it is first pointed at, and not before", async ({ page }) => {
    const seen: string[] = [];
    page.on("request", (request) => seen.push(request.url()));
    await page.goto("/");
    await field(page).focus();
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    expect(seen.filter((url) => url.includes("services-disclosure"))).toEqual([]);
    await plain(page).hover();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    expect(seen.filter((url) => url.includes("services-disclosure"))).toHaveLength(1);
    expect(await axe(page)).toEqual([]);
  });

  test("what was open and focused before it arrives stays so", async ({ page }) => {
    const letScriptGo = await holdRequests(page, SCRIPT);
    await page.goto("/");
    await plain(page).click();
    await link(page, "cPanel hosting").focus();
    await hydrated(page);
    letScriptGo();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    await expect(link(page, "cPanel hosting")).toBeFocused();
  });

  test("a pointer that stands there since before React came opens it", async ({ page }) => {
    await page.route("**/assets/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    await page.goto("/");
    await plain(page).hover();
    await expect(link(page, "Domains")).toBeVisible();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
  });

  test("without it, <details> goes on", async ({ page, consoleErrors }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto("/");
    await plain(page).focus();
    await hydrated(page);
    await plain(page).click();
    await link(page, "Domains").click();
    await expect(page).toHaveURL("/domains");
    await expect(list(page)).toBeHidden();
    consoleErrors.splice(0);
  });

  test("open, axe finds nothing and the policy is kept", async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective));
    });
    await page.goto("/domains");
    await plain(page).focus();
    await expect(button(page)).toBeFocused();
    await button(page).press("Enter");
    await expect(list(page)).toBeVisible();
    expect(await axeInBothSchemes(page, true)).toEqual([]);
  });

  test("in forced colours the open list has its box and can be read", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto("/domains");
    await plain(page).focus();
    await expect(button(page)).toBeFocused();
    await button(page).press("Enter");
    const look = await list(page).evaluate((box) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(box);
      const text = getComputedStyle(box.querySelector("a") as Element).color;
      return { backgroundColor, borderTopColor, borderTopWidth, text };
    });
    expect(look.borderTopWidth).toBe("2px");
    expect(look.borderTopColor).not.toBe(look.backgroundColor);
    expect(look.text).not.toBe(look.backgroundColor);
  });
});
