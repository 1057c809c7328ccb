import { expect, holdRequests, hydrated, test } from "./fixtures.ts";
import { axe, axeInBothSchemes } from "./page-checks.ts";
import { button, field, link, list, plain } from "./services-menu.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const SCRIPT = "**/services-disclosure-*.js";

test("without scripts the Services menu is a details element whose links work", async ({ page, hasScripts }) => {
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
  test("on a page that never hydrates the Services menu closes by Escape, an outside click and a followed link", async ({
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

  test("Headless UI is loaded when the pointer first reaches the Services menu", async ({ page }) => {
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

  test("the Services menu stays open and focused while Headless UI takes over", async ({ page }) => {
    const letScriptGo = await holdRequests(page, SCRIPT);
    await page.goto("/");
    await plain(page).click();
    await link(page, "cPanel hosting").focus();
    await hydrated(page);
    letScriptGo();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
    await expect(link(page, "cPanel hosting")).toBeFocused();
  });

  test("a pointer that rested on the Services menu before hydration opens it", async ({ page }) => {
    await page.route("**/assets/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    await page.goto("/");
    await plain(page).hover();
    await expect(link(page, "Domains")).toBeVisible();
    await expect(button(page)).toHaveAttribute("aria-expanded", "true");
  });

  test("if Headless UI cannot be loaded the Services menu stays a details element", async ({ page, consoleErrors }) => {
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

  test("axe finds nothing in the open Services menu, and the policy is kept", async ({ page }) => {
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

  test("in forced colours the open Services menu has a border and readable text", async ({ page }) => {
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
