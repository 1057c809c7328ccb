import type { Page } from "@playwright/test";
import { demoDomains } from "#mocks/demo-customers.ts";
import { expect, hydrated, PROVIDERS, test as visit } from "./fixtures.ts";

export const ZONE = "mamamboga.co.ke";
export const PATH = `/dashboard/domains/${ZONE}/dns`;

let names: string[] = [];

/** Returns a record name that no other test uses, because all tests share the zone. */
export function newName() {
  const name = `t-${crypto.randomUUID().slice(0, 8)}`;
  names.push(name);
  return name;
}

const JSON_ONLY = { headers: { Accept: "application/json" } };
const RECORDS = `${PROVIDERS}/proxy/cloudflare/zones/${demoDomains.find(({ name }) => name === ZONE)?.zoneId}/dns_records`;
type Listed = { result: { id: string; name: string }[] };

/** Deletes the records that a test added under its own names. */
export const test = visit.extend<{ zone: undefined }>({
  zone: [
    async ({ request }, use) => {
      names = [];
      await use(undefined);
      const { result }: Listed = await (await request.get(RECORDS, JSON_ONLY)).json();
      const own = result.filter(({ name }) => names.some((one) => name.includes(one)));
      // A magic word in the name may make the fake provider drop its response.
      for (const { id } of own) await request.delete(`${RECORDS}/${id}`, JSON_ONLY).catch(() => undefined);
    },
    { auto: true },
  ],
});
/** Creates an A record without the CDN directly at the fake provider. Returns its id. */
export async function putRecord({ request }: Page, name: string): Promise<string> {
  const data = { type: "A", name: `${name}.${ZONE}`, content: "41.90.64.12", ttl: 3600, proxied: false };
  const { result }: { result: { id: string } } = await (await request.post(RECORDS, { ...JSON_ONLY, data })).json();
  return result.id;
}

export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Opens the "More" menu of a record. Returns one of its links. */
export async function more(page: Page, name: string, link: string) {
  await row(page, name).getByText("More", { exact: true }).click();
  return row(page, name).getByRole("link", { name: link });
}

export async function openAdd(page: Page, path = PATH) {
  await page.goto(`${path}/add`);
  await expect(page.getByRole("heading", { name: "Add a record" })).toBeVisible();
  if (visit.info().project.use.javaScriptEnabled === false) return;
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
