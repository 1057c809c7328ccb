import { type Page, test } from "@playwright/test";
import { type Customer, expect, hydrated } from "./fixtures.ts";

/** A domain of the first customer with records of nearly every type. All tests share it, and none may change it. */
export const ZONE = "mamamboga.co.ke";
export const PATH = `/dashboard/domains/${ZONE}/dns`;

type Rows = [type: string, name: string, content: string][];

/** A website with mail. */
const USUAL: Rows = [
  ["A", "@", "203.0.113.24"],
  ["CNAME", "www", "shops.example.com"],
  ["A", "mail", "203.0.113.25"],
  ["MX", "@", "mail.example.com"],
  ["TXT", "@", "v=spf1 mx -all"],
];

/** Signs the page in as a new customer with one domain, which no other test uses. */
export async function ownZone(customer: Customer, records = USUAL) {
  const { email, domains } = await customer({ domains: [{ records }] });
  const [domain] = domains;
  if (!domain) throw new Error("There is no domain.");
  return { ...domain, email, path: `/dashboard/domains/${domain.name}/dns` };
}

export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Opens the "More" menu of a record. Returns one of its links. */
export async function more(page: Page, name: string, link: string) {
  await row(page, name).getByText("More", { exact: true }).click();
  return row(page, name).getByRole("link", { name: link });
}

export async function openAdd(page: Page, path: string) {
  await page.goto(`${path}/add`);
  await expect(page.getByRole("heading", { name: "Add a record" })).toBeVisible();
  if (test.info().project.use.javaScriptEnabled === false) return;
  // Hydration lengthens the sentence above the button, which moves the button.
  await page.getByLabel("Name", { exact: true }).focus();
  await hydrated(page);
}

export async function chooseType(page: Page, type: string, hasScripts: boolean) {
  if (hasScripts) {
    await page.locator("form [name=type]").first().focus();
    await hydrated(page);
  }
  await page.getByLabel("Type").first().selectOption(type);
  if (!hasScripts) await page.getByRole("button", { name: "Show the fields of the chosen type" }).click();
}
