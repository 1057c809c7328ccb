import { expect } from "vitest";
import { signIn } from "#app/gateways/accounts.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import { type Browser, newBrowser, responseOf } from "./browser.ts";

/** Returns a browser in which a demo customer is signed in. */
export async function signedIn(email: string): Promise<Browser> {
  const browser = newBrowser();
  const { request, context } = browser.visit();
  expect(await signIn(supabaseFor(request, context), { email, password: "sandbox-password" })).toMatchObject({
    ok: true,
  });
  return browser;
}

export const clientOf = (browser: Browser) => {
  const { request, context } = browser.visit();
  return supabaseFor(request, context);
};

/** Returns the response of a loader or an action, returned or thrown, with the flash message for the next page. */
export async function pageResult(work: Promise<unknown>) {
  const { status, to, data, flash } = await responseOf<never>(() => work);
  return { status, to, data, flash };
}

export const orderAddress = (kind: string, domain: string) => `/dashboard/orders/new?kind=${kind}&domain=${domain}`;
export const look = (browser: Browser, kind: string, domain: string) =>
  pageResult(order.loader(browser.visit(orderAddress(kind, domain))));
/** Orders a domain at the prices on its page. */
export async function place(browser: Browser, kind: string, domain: string, fields: Record<string, string> = {}) {
  const { data } = (await look(browser, kind, domain)) as {
    data: { offer?: { shown: string; chosen: string } } | null;
  };
  const { shown = "", chosen = "" } = data?.offer ?? {};
  return pageResult(order.action(browser.visit(orderAddress(kind, domain), { shown, choice: chosen, ...fields })));
}
