import type { Page } from "@playwright/test";
import { PAGES } from "../pages.ts";
import { expect, newEmail, test } from "./fixtures.ts";
import { fillContactForm, fillSchoolForm, submitSchoolForm } from "./forms.ts";
import { checkUnfolded } from "./page-checks.ts";

/** The addresses of the desk, and the lists in which a test finds the ids of the others. */
const DESK = PAGES.filter(({ path }) => /^\/desk\b/.test(path));
const DESK_PAGES = DESK.filter(({ path }) => !path.includes("/:")).flatMap(({ visits = [] }) => visits);
const DESK_ITEMS = DESK.filter(({ path }) => /\/:\w+$/.test(path)).map(({ path }) => path);
const IDS: Record<string, string> = {
  "/desk/payments": "/desk/payments?state=all",
  "/desk/people": "/desk/orders",
  "/desk/requests": "/desk/requests?view=all",
  "/desk/services": "/desk/services?state=all",
};

/** Returns the address of the first item of a list, and of the page that writes a new one, if there is one. */
async function itemsOf(page: Page, path: string): Promise<string[]> {
  const list = path.replace(/\/:\w+$/, "");
  await page.goto(IDS[list] ?? list);
  const links = await page
    .locator(`main a[href^="${list}/"]`)
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  const items = links.filter((href) => href !== null && !/\/(?:new|answers)$/.test(href));
  return [...items.slice(0, 1), ...links.filter((href) => href?.endsWith("/new"))].map(String);
}

test("the lists of the desk are accessible and fit a phone", { tag: ["@wide", "@scripts"] }, async ({
  page,
  staff,
}) => {
  await staff();
  for (const path of DESK_PAGES) await checkUnfolded(page, path);
});

test("the items of the desk are accessible and fit a phone", { tag: ["@wide", "@scripts"] }, async ({
  page,
  staff,
  another,
}) => {
  const domain = `${newEmail().slice(6, 19)}.co.ke`;
  await another("customer", {
    domains: [{ name: domain }],
    orders: [
      { kind: "renew", domain, paid: true },
      { kind: "hosting", domain, paid: true },
    ],
  });
  await fillContactForm(page);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent successfully").first()).toBeVisible();
  await page.goto("/stride");
  await fillSchoolForm(page, newEmail());
  await submitSchoolForm(page, true);
  await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
  await staff();
  await page.goto("/desk/newsletter/new");
  await page.getByLabel("Subject").fill("Habari");
  await page.getByLabel("Text").fill("Karibu.");
  await page.getByRole("button", { name: "Save" }).last().click();
  // The desk's script writes "Saved at 08:05" while the page is still the old one.
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await page.goto("/desk/import");
  await page.getByLabel("Text of the file").fill(`email,name,phone\n${newEmail()},Njeri\n${newEmail()},Njeri,12`);
  await page.getByRole("button", { name: "Show what would happen" }).click();
  await expect(page.getByRole("heading", { name: "Import of 2 lines" })).toBeVisible();
  for (const path of DESK_ITEMS) {
    const visits = await itemsOf(page, path);
    // A worker keeps the sandbox's projects, so the desk has no page for one.
    expect([path, visits.length > 0]).toEqual([path, path !== "/desk/projects/:id"]);
    for (const visit of visits) await checkUnfolded(page, visit);
  }
  // The page of a person asks for a reason first.
  const [person = ""] = await itemsOf(page, "/desk/people/:id");
  await page.goto(person);
  await page.getByRole("button", { name: "An order" }).click();
  await expect(page.getByRole("heading", { name: "Why do you look?" })).toBeHidden();
  await checkUnfolded(page, person);
  await checkUnfolded(page, `${person}/order`);
});

test("forced colours mark only the current page of the desk, and paper has the title of an item", {
  tag: ["@wide", "@scripts"],
}, async ({ page, staff }) => {
  await staff();
  await page.goto("/desk/orders");
  await page.emulateMedia({ forcedColors: "active" });
  const edges = await page
    .getByRole("navigation", { name: "The desk" })
    .evaluate((nav) =>
      [...nav.querySelectorAll("a, summary")]
        .filter((link) => link.checkVisibility())
        .map((link) => [getComputedStyle(link).borderBottomColor, link.getAttribute("aria-current")] as const),
    );
  const [, current = ""] = edges.flatMap(([colour, is]) => (is === null ? [] : ["", colour]));
  expect(current).not.toBe("");
  expect(edges.filter(([colour]) => colour === current)).toHaveLength(1);
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await page.goto("/desk/orders");
  await page.locator("main a[href^='/desk/orders/']").first().click();
  await expect(page.locator("h1")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
});
