import { type AppLoadContext, redirect } from "@remix-run/node";
import { z } from "zod";
import { type FlashMessage, flashSchema } from "./flash-message.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({
  name: "flash",
  maxAgeSeconds: 600,
  // `page`: the page that has shown the message.
  schema: flashSchema.extend({ page: z.string().optional() }),
});

/** How long a reload shows a message again. */
const RELOAD_SECONDS = 180;

/**
 * Returns the flash message. A page may be cut off on its way, so for some minutes a reload of the page shows the message
 * again. Any other page deletes the cookie. If an action re-renders a form, the message stays for the next page; a message
 * about that form is dropped, because it would look like this submission's result. Source: docs/product/forms.md, "Forms".
 */
export async function takeFlash(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<FlashMessage | undefined> {
  const isPrefetch = request.headers.has("Sec-Purpose") || request.headers.has("Purpose");
  if (!cookie.isIn(request) || isPrefetch) return undefined;
  const flash = await peekFlash(request);
  const givenBack = context?.givenBack;
  if (givenBack !== undefined && flash !== undefined && flash.about !== givenBack) return undefined;
  const isShown = flash !== undefined && givenBack === undefined;
  const next = isShown ? cookie.serialize({ ...flash, page: pageOf(request) }, RELOAD_SECONDS) : cookie.ended();
  context?.appendCookie?.(await next);
  return isShown ? flash : undefined;
}

/** Returns the flash message that a page will show, without any effect. */
export async function peekFlash(request: Request): Promise<FlashMessage | undefined> {
  const { page, ...flash } = (await cookie.read(request)) ?? {};
  if (!("id" in flash)) return undefined;
  return page === undefined || (page === pageOf(request) && isReload(request)) ? flash : undefined;
}

function pageOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Returns whether a request reloads a page: browsers then ask for a new copy, and so does the second request for a page's data
 * (`retryPageData`).
 */
function isReload({ headers }: Request): boolean {
  return headers.has("Cache-Control") || headers.has("Pragma");
}

/** Redirects (303) to a page that shows the flash message. */
export async function redirectWithFlash(to: string, flash: Omit<FlashMessage, "id">): Promise<Response> {
  const value = { ...flash, id: crypto.randomUUID() };
  return redirect(to, { status: 303, headers: { "Set-Cookie": await cookie.serialize(value) } });
}

/**
 * Does the same as `redirectWithFlash`, from a loader. Forces a document load, because client-side navigation does not reload
 * the root data that shows the message and the session.
 */
export async function redirectDocumentWithFlash(to: string, flash: Omit<FlashMessage, "id">): Promise<Response> {
  const response = await redirectWithFlash(to, flash);
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}
