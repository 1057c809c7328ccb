import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { payName } from "./pay.ts";
import { chooseType } from "./zone.ts";

const PHONE = 360;
/** The widest possible names that the sandbox registers at once. Each test has its own. */
const wideName = () => `direct-${Array.from({ length: 56 }, () => (Math.random() < 0.5 ? "m" : "w")).join("")}.com`;

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

async function addAlias(page: Page, dns: string, target = "w".repeat(63)) {
  await page.goto(`${dns}/add`);
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
  customer,
}) => {
  const name = wideName();
  const dns = `/dashboard/domains/${name}/dns`;
  const fits = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("main")).toContainText(name);
    expect(await tooWide(page), path).toEqual([]);
  };
  await customer();
  await fits(`/dashboard/orders/new?kind=register&domain=${name}`);
  await page.getByRole("button", { name: "Order, pay later" }).click();
  await expect(page.locator(".bill-sum")).toBeVisible();
  expect(await tooWide(page), "the bill").toEqual([]);
  await payName(page);
  for (const path of ["/dashboard/orders", "/dashboard", dns]) await fits(path);
  await page.getByRole("button", { name: /Set up/ }).click();
  await addAlias(page, dns);
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await addAlias(page, dns, "w".repeat(62));
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await tooWide(page), "a rejected form").toEqual([]);
  for (const page of ["", "/add", "/import", "/history", "/live", "/mail"]) await fits(`${dns}${page}`);
  await fits(`/dashboard/domains/${name}/website`);
  await page.goto(dns);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await fits(new URL(page.url()).pathname);
  await page.getByRole("link", { name: "Delete" }).first().click();
  await fits(new URL(page.url()).pathname);
  for (const kind of ["renew", "certificate", "hosting"])
    await fits(`/dashboard/orders/new?kind=${kind}&domain=${name}`);
});
