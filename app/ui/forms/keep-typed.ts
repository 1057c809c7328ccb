import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { areScriptsLoaded } from "#app/ui/shell/at-hand.ts";
import { forgetSent } from "./draft-storage.ts";

const BODY_LIMIT = 64 * 1024;

/** There was no network before it was sent. */
const OFFLINE = "This could not be sent. What you typed is still here: please try again.";
/** The form may have arrived: the server recognises the same one sent again. */
const NO_ANSWER =
  "No answer came, so we do not know whether this was sent. What you typed is still here: please send it again.";

/** What a form shows when its enhanced submit got no answer it can use. */
type Unsent = { unsent: string };

/**
 * Shared `clientAction` of every form route. Without it, a network failure or a page-shaped refusal of an enhanced
 * submit replaces the page by an error and wipes what was typed. It gives the form a sentence instead.
 */
export function keepTyped({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return keep(request, BODY_LIMIT, () => serverAction());
}

/** The address that a successful form has just led to: it was sent, whatever becomes of the page. */
let sentTo: string | undefined;

/** Whether an address is that of the page after a sent form, which has not arrived. Takes its path with its query. */
export function wasSentTo(path: string): boolean {
  return sentTo === path;
}

/** Called when a page has arrived: from now on a page that is lost is not that after the form. */
export function forgetSentTo(): void {
  sentTo = undefined;
}

/** The same for a form of at most `limit` bytes. `send` gets how many there are. */
export async function keep(request: Request, limit: number, send: (bytes: number) => Promise<unknown>) {
  const isOnline = navigator.onLine;
  sentTo = undefined;
  try {
    const { byteLength } = await request.clone().arrayBuffer();
    if (byteLength <= limit) return await send(byteLength);
    return unsent("This is too long to send. What you typed is still here: please shorten it.", 413);
  } catch (error) {
    // What is no Error is a redirect or an answer of ours: Remix knows what to do with it.
    if (!(error instanceof Error)) throw error instanceof Response ? onward(request, error) : error;
    return unsent(isOnline ? NO_ANSWER : OFFLINE, 503);
  }
}

/**
 * Where an answered form leads to. 303 is a success (docs/product.md, "Forms"), unless it replaces the page: then, and with 307, the
 * sender has to sign in again. A page whose scripts are not all here is loaded as a document: it comes in one round trip, and its
 * scripts would have to come before it could be drawn.
 */
function onward(request: Request, answer: Response): Response {
  const to = answer.headers.get("Location");
  if (to === null || answer.status !== 303 || answer.headers.has("X-Remix-Replace")) return answer;
  forgetSent(request.url);
  const { pathname, search } = new URL(to, location.href);
  sentTo = pathname + search;
  if (!areScriptsLoaded(to)) answer.headers.set("X-Remix-Reload-Document", "yes");
  return answer;
}

/**
 * Shared `shouldRevalidate` of the root and every layout: what they show changes by actions alone. Were they asked again
 * on each visit, a lost network would take the whole frame down with the page.
 */
export function reloadAfterAction({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && isTaken(actionStatus);
}

/** Shared `shouldRevalidate` of every form route: a refused submit asks for nothing more. */
export function reloadUnlessRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return isTaken(actionStatus) && defaultShouldRevalidate;
}

function isTaken(status = 200): boolean {
  return status < 400;
}

/** The answer to a submit that never got one of ours. */
export function unsent(message: string, status: number): Response {
  return Response.json({ unsent: message } satisfies Unsent, { status });
}

export function isUnsent(data: unknown): data is Unsent {
  return typeof data === "object" && data !== null && "unsent" in data;
}
