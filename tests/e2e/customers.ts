import type { BrowserContext, Page } from "@playwright/test";
import { expect, ownEmail, SITE, sentWith } from "./visitor.ts";

const CUSTOMER = "customer@example.co.ke";

/** Signs a customer in by the form's own post, without drawing its page, and goes where they want to go. */
export async function signIn(page: Page, email = CUSTOMER, password = "sandbox-password", to = "/dashboard") {
  const html = await (await page.request.get("/login")).text();
  const [, stamp = ""] = /id="sign-in-form"[\s\S]*?name="stamp" value="([^"]+)"/.exec(html) ?? [];
  const reply = await page.request.post("/login", {
    form: { email, password, stamp, website_2: "", cookies: "on" },
    headers: { Origin: SITE },
    maxRedirects: 0,
  });
  expect(reply.status()).toBe(303);
  await page.goto(to);
  await expect(page).toHaveURL(to);
}

/** Makes the browser's session one that is over and that nothing can refresh. */
export async function endSession(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === "sb-auth-token");
  if (!cookie) throw new Error("There is no session.");
  const session = JSON.parse(Buffer.from(cookie.value.replace("base64-", ""), "base64url").toString());
  const over = { ...session, refresh_token: "spent", expires_at: 1_000_000 };
  await context.addCookies([{ ...cookie, value: `base64-${Buffer.from(JSON.stringify(over)).toString("base64url")}` }]);
}

/** A customer without names, whose orders no other test counts. */
export async function newCustomer(page: Page): Promise<string> {
  const email = ownEmail();
  await page.goto("/login?tab=signup");
  await page.locator("#sign-up-form-name").fill("Wanjiru Njeri");
  await page.locator("#sign-up-form-email").fill(email);
  await page.locator("#sign-up-form-password").fill("a good password");
  // The stamp of the page has to be three seconds old where there is no token.
  await page.waitForTimeout(3100);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect.poll(async () => (await sentWith(page, email)).length).toBe(1);
  const mail = JSON.stringify(await sentWith(page, email)).replaceAll("&amp;", "&");
  await page.goto(/\/auth\/confirm\?token_hash=[\w-]+&type=\w+/.exec(mail)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();
  return email;
}

/** The row of a name on the dashboard. */
export const domainRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
