import { isRouteErrorResponse } from "@remix-run/react";
import { expect } from "vitest";
import { signIn } from "#app/gateways/accounts.server.ts";
import { takeFlash } from "#app/http/flash.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import { type Browser, newBrowser } from "./browser.ts";

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

/** Returns the response of a loader or an action, returned or thrown. `notice` is the next page's flash message. */
export async function pageResult(work: Promise<unknown>) {
  const given = await work.catch((thrown: unknown) => thrown);
  if (given instanceof Response) {
    const cookie = given.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const notice = await takeFlash(new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie } }), undefined);
    return { status: given.status, to: given.headers.get("Location"), data: null, notice };
  }
  if (given instanceof Error && !isRouteErrorResponse(given)) throw given;
  const { init, data } = given as { init?: ResponseInit; data: never };
  return { status: init?.status ?? 200, to: null, data, notice: undefined };
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
