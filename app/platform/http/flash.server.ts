import { type AppLoadContext, redirect } from "@remix-run/node";
import { z } from "zod";
import { nowDate } from "../clock.ts";
import { clockOf } from "../text/nairobi-day.ts";
import { type FlashMessage, flashSchema } from "./flash-message.ts";
import { withoutPostParam } from "./post-address.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({
  name: "flash",
  maxAgeSeconds: 600,
  // Of a message that was shown: `page`, which has shown it; `form`, the page from which the form was sent; `at`, when it was
  // shown (ms since 1970).
  schema: flashSchema
    .extend({ page: z.string(), form: z.string(), at: z.number() })
    .partial({ page: true, form: true, at: true }),
});
type Kept = Awaited<ReturnType<typeof cookie.read>>;

/** How long a reload or Back shows a message again. */
const AGAIN_SECONDS = 180;

/**
 * Returns the flash message. A page may be cut off on its way, so for some minutes a reload of the page shows the message
 * again, and so does Back to the form, with the time. Any other page deletes the cookie. If an action re-renders a form, the
 * message stays for the next page; a message about that form is dropped, because it would look like this submission's
 * result. Source: docs/product/forms.md, "Forms".
 */
export async function takeFlash(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<FlashMessage | undefined> {
  const isPrefetch = request.headers.has("Sec-Purpose") || request.headers.has("Purpose");
  if (!cookie.isIn(request) || isPrefetch) return undefined;
  const kept = await cookie.read(request);
  const flash = shownOn(request, kept);
  const givenBack = context?.givenBack;
  if (givenBack !== undefined && flash !== undefined && flash.about !== givenBack) return undefined;
  const isShown = flash !== undefined && givenBack === undefined;
  const shown = { page: pageOf(request.url), form: formOf(request), at: nowDate().getTime(), ...kept };
  const next = isShown ? cookie.serialize({ ...flash, ...shown }, AGAIN_SECONDS) : cookie.ended();
  context?.appendCookie?.(await next);
  return isShown ? flash : undefined;
}

/** Returns the flash message that a page will show, without any effect. */
export async function peekFlash(request: Request): Promise<FlashMessage | undefined> {
  return shownOn(request, await cookie.read(request));
}

function shownOn(request: Request, kept: Kept): FlashMessage | undefined {
  if (kept === undefined) return undefined;
  const { page, form, at, ...flash } = kept;
  const here = pageOf(request.url);
  if (page === undefined || (page === here && isReload(request))) return flash;
  if (form !== here || at === undefined || !isBack(request)) return undefined;
  return { ...flash, title: `${flash.title} (${clockOf(new Date(at)).slice(0, 5)})`, isInline: false };
}

function pageOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the page from which a form was sent, for the page after its redirect. Undefined if the browser does not say. */
function formOf({ headers }: Request): string | undefined {
  const referer = headers.get("Referer") ?? "";
  return URL.canParse(referer) ? pageOf(withoutPostParam(referer)) : undefined;
}

/**
 * Returns whether a request reloads a page: browsers then ask for a new copy, and so does the second request for a page's data
 * (`retryPageData`).
 */
function isReload({ headers }: Request): boolean {
  return headers.has("Cache-Control") || headers.has("Pragma");
}

/**
 * Returns whether somebody went back or forward: no other navigation inside of the site comes without a user's click or key.
 */
function isBack({ headers }: Request): boolean {
  return headers.get("Sec-Fetch-Mode") === "navigate" && !headers.has("Sec-Fetch-User");
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
