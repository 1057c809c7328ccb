import type { Page } from "@playwright/test";
import { newCustomer } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { payName } from "./pay.ts";
import { chooseType } from "./zone.ts";

const PHONE = 360;
/** The widest possible name that the sandbox registers at once. */
const NAME = `direct-${"w".repeat(56)}.com`;
const DNS = `/dashboard/domains/${NAME}/dns`;

/** Returns elements that reach beyond the screen's edge, except inside boxes that clip or scroll. */
const tooWide = (page: Page) =>
  page.locator("main *").evaluateAll((all, width) => {
    const fits = (one: Element) => one.getBoundingClientRect().right <= width;
    const isCut = ({ parentElement: box }: Element): boolean =>
      box !== null &&
      box.localName !== "main" &&
      ((fits(box) && getComputedStyle(box).overflowX !== "visible") || isCut(box));
    return all.flatMap((one) => (fits(one) || isCut(one) ? [] : [`${one.tagName} ${one.textContent}`]));
  }, PHONE);

async function addAlias(page: Page, target = "w".repeat(63)) {
  await page.goto(`${DNS}/add`);
  await page.getByLabel("Name", { exact: true }).fill("w".repeat(63));
  await chooseType(page, "CNAME", false);
  await page.getByLabel("Points to").fill(`${target}.example.com`);
  await page.getByRole("button", { name: "Add record" }).click();
}

test("the search result of the longest possible name fits a phone", { tag: "@script-independent" }, async ({
  page,
}) => {
  const longest = (start = "") => start.padEnd(63, "w");
  for (const name of [
    `${longest()}.com`,
    `${longest()}.co.ke`,
    `${longest("taken-")}.com`,
    `${longest("error500-")}.com`,
  ]) {
    await page.goto(`/domains?q=${name}`);
    expect(await tooWide(page), name).toEqual([]);
  }
});

test("the longest possible domain name fits a phone on all pages of its owner", { tag: "@script-independent" }, async ({
  page,
}) => {
  const fits = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(NAME);
    expect(await tooWide(page), path).toEqual([]);
  };
  await newCustomer(page);
  await fits(`/dashboard/orders/new?kind=register&domain=${NAME}`);
  await page.getByRole("button", { name: "Order this name" }).click();
  expect(await tooWide(page), "the bill").toEqual([]);
  await payName(page);
  for (const path of ["/dashboard/orders", "/dashboard", DNS]) await fits(path);
  await page.getByRole("button", { name: /Set up/ }).click();
  await addAlias(page);
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await addAlias(page, "w".repeat(62));
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await tooWide(page), "a rejected form").toEqual([]);
  for (const page of ["", "/add", "/import", "/history", "/live", "/mail"]) await fits(`${DNS}${page}`);
  await fits(`/dashboard/domains/${NAME}/website`);
  await page.goto(DNS);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await fits(new URL(page.url()).pathname);
  await page.getByRole("link", { name: "Delete" }).first().click();
  await fits(new URL(page.url()).pathname);
  for (const kind of ["renew", "certificate", "hosting"])
    await fits(`/dashboard/orders/new?kind=${kind}&domain=${NAME}`);
});
