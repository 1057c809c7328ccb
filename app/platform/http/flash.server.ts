import { type AppLoadContext, redirect } from "@remix-run/node";
import { type FlashMessage, flashSchema } from "./flash-message.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({ name: "flash", maxAgeSeconds: 600, schema: flashSchema });

/**
 * Returns the flash message and deletes its cookie. If an action re-renders a form, the message stays for the next
 * page; a message about that form is dropped, because it would look like this submission's result. Source:
 * docs/product/forms.md, "Forms".
 */
export async function takeFlash(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<FlashMessage | undefined> {
  const isPrefetch = request.headers.has("Sec-Purpose") || request.headers.has("Purpose");
  if (!cookie.isIn(request) || isPrefetch) return undefined;
  const flash = await cookie.read(request);
  const givenBack = context?.givenBack;
  if (givenBack !== undefined && flash !== undefined && flash.about !== givenBack) return undefined;
  context?.appendCookie?.(await cookie.ended());
  return givenBack === undefined ? flash : undefined;
}

/** Returns the flash message without deleting it. */
export function peekFlash(request: Request): Promise<FlashMessage | undefined> {
  return cookie.read(request);
}

/** Redirects (303) to a page that shows the flash message. */
export async function redirectWithFlash(to: string, flash: Omit<FlashMessage, "id">): Promise<Response> {
  const value = { ...flash, id: crypto.randomUUID() };
  return redirect(to, { status: 303, headers: { "Set-Cookie": await cookie.serialize(value) } });
}

/**
 * As `redirectWithFlash`, from a loader. It forces a document load, because client-side navigation does not reload
 * the root data that shows the message and the session.
 */
export async function redirectDocumentWithFlash(to: string, flash: Omit<FlashMessage, "id">): Promise<Response> {
  const response = await redirectWithFlash(to, flash);
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}
