import { type AppLoadContext, redirect } from "@remix-run/node";
import { type FlashMessage, flashSchema } from "#app/model/flash.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({ name: "notice", maxAgeSeconds: 600, schema: flashSchema });

/**
 * Reads the notice and takes it away, so that it is shown once. Needs the server's own context to clear the cookie.
 * A form that an action has just given back wins over it: the notice is for the next page then. One about that very form is
 * dropped, because it would be read as what became of this try. Source: docs/product.md, "Forms".
 */
export async function takeFlash(
  request: Request,
  context: AppLoadContext | undefined,
): Promise<FlashMessage | undefined> {
  const isPrefetch = request.headers.has("Sec-Purpose") || request.headers.has("Purpose");
  if (!cookie.isIn(request) || isPrefetch) return undefined;
  const notice = await cookie.read(request);
  const given = context?.givenBack;
  if (given !== undefined && notice !== undefined && notice.about !== given) return undefined;
  context?.appendCookie?.(await cookie.ended());
  return given === undefined ? notice : undefined;
}

/** The notice that the page of this request will show, left where it is. */
export function peekFlash(request: Request): Promise<FlashMessage | undefined> {
  return cookie.read(request);
}

/** A 303 to a page of ours that will show the notice. */
export async function redirectWithFlash(to: string, notice: Omit<FlashMessage, "id">): Promise<Response> {
  const value = { ...notice, id: crypto.randomUUID() };
  return redirect(to, { status: 303, headers: { "Set-Cookie": await cookie.serialize(value) } });
}

/**
 * The same from a loader. An enhanced page asks for its frame anew after an action only, so this one loads the document:
 * the frame knows of the notice, and of whoever has just signed in.
 */
export async function redirectDocumentWithFlash(to: string, notice: Omit<FlashMessage, "id">): Promise<Response> {
  const response = await redirectWithFlash(to, notice);
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}
