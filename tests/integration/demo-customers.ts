import { expect } from "vitest";
import { signIn } from "#app/accounts/accounts.api.server.ts";
import { identifyUser } from "#app/accounts/auth.server.ts";
import { beginSession, supabaseFor } from "#app/accounts/session.server.ts";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import { type Browser, newBrowser, responseOf } from "./browser.ts";

/** Returns a browser in which a demo customer is signed in. */
export async function signedIn(email: string): Promise<Browser> {
  const browser = newBrowser();
  expect(await signIn(clientOf(browser), { email, password: "sandbox-password" })).toMatchObject({ ok: true });
  return browser;
}

/** Returns a client that stores its sessions in the browser as sessions that this site began. */
export function clientOf(browser: Browser) {
  const { request, context } = browser.requestArgs();
  beginSession(request, context);
  return supabaseFor(request, context);
}

export async function whoIs(browser: Browser) {
  const { request, context } = browser.requestArgs();
  return identifyUser(request, context);
}

/** Sets the expiry of a browser's access token to so many seconds from now. */
export function expireIn(seconds: number, { jar }: Browser): void {
  const text = (jar.get("sb-auth-token") ?? "").replace("base64-", "");
  const session = JSON.parse(Buffer.from(text, "base64url").toString());
  session.expires_at = Math.floor(Date.now() / 1000) + seconds;
  jar.set("sb-auth-token", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
}

/** Returns the response of a loader or an action, returned or thrown, with the flash message for the next page. */
export async function pageResult(work: Promise<unknown>) {
  const { status, to, data, flash } = await responseOf<never>(() => work);
  return { status, to, data, flash };
}

export const orderAddress = (kind: string, domain: string) => `/dashboard/orders/new?kind=${kind}&domain=${domain}`;
export const look = (browser: Browser, kind: string, domain: string) =>
  pageResult(order.loader(browser.requestArgs(orderAddress(kind, domain))));
/** Orders a domain at the prices on its page. */
export async function place(browser: Browser, kind: string, domain: string, fields: Record<string, string> = {}) {
  const { data } = (await look(browser, kind, domain)) as {
    data: { offer?: { priceFingerprint: string; chosen: string } } | null;
  };
  const { priceFingerprint = "", chosen = "" } = data?.offer ?? {};
  return pageResult(
    order.action(browser.requestArgs(orderAddress(kind, domain), { priceFingerprint, choice: chosen, ...fields })),
  );
}
