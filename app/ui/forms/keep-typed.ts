import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { OUTAGE } from "#app/platform/http/form-result.ts";
import { areScriptsLoaded } from "#app/ui/shell/loaded-routes.ts";
import { forgetSent } from "./draft-storage.ts";

const BODY_LIMIT = 64 * 1024;

/** The browser was offline before the form was sent. */
const OFFLINE = "This could not be sent. What you typed is still here: please try again.";
/** The form may have arrived. If it is sent again, the server recognises it. */
const NO_ANSWER =
  "No answer came, so we do not know whether this was sent. What you typed is still here: please send it again.";

/** The server could not read what it needs, such as the session. */
const UNCONFIRMED = "We could not confirm that this was saved. What you typed is still here: please send it again.";

/** The message of a form whose enhanced submit got no usable response. */
type Unsent = { unsent: string };

/**
 * The `clientAction` of every form route. Without it, a network failure or an error page in response to an enhanced submit
 * would replace the page and lose the input. It returns a message for the form instead.
 */
export function keepTyped({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return keep(request, BODY_LIMIT, () => serverAction());
}

/** The URL to which a successful form has redirected, until that page is loaded. */
let sentTo: string | undefined;

/** Returns whether a page that failed to load is the one after a sent form. Takes its path with its query. */
export function wasSentTo(path: string): boolean {
  return sentTo === path;
}

/** Called when a page was loaded: the next failure is not that of the page after the form. */
export function forgetSentTo(): void {
  sentTo = undefined;
}

/** Like `keepTyped`, for a form of at most `limit` bytes. `send` gets the size of the form in bytes. */
export async function keep(request: Request, limit: number, send: (bytes: number) => Promise<unknown>) {
  const isOnline = navigator.onLine;
  sentTo = undefined;
  try {
    const { byteLength } = await request.clone().arrayBuffer();
    if (byteLength <= limit) return await send(byteLength);
    return unsent("This is too long to send. What you typed is still here: please shorten it.", 413);
  } catch (error) {
    // The page could not be read, so the server does not know whether the form was saved.
    if (isRouteErrorResponse(error) && error.status === OUTAGE) return unsent(UNCONFIRMED, OUTAGE);
    // Other thrown values are redirects or responses of the server, which Remix handles.
    if (!(error instanceof Error)) throw error instanceof Response ? onward(request, error) : error;
    return unsent(isOnline ? NO_ANSWER : OFFLINE, OUTAGE);
  }
}

/**
 * Returns the response to a form, prepared for the next page. Status 303 is a success (docs/product/forms.md, "Forms"). With
 * 307, or with a redirect that replaces the page, the customer has to sign in again. If scripts of the next page are missing,
 * it is loaded as a document, which takes one round trip; the scripts would have to be loaded before it could be shown.
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
 * The `shouldRevalidate` of the root and every layout, whose data only actions change. If they were loaded again on each
 * navigation, a lost network would replace the whole layout by an error.
 */
export function reloadAfterAction({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && isTaken(actionStatus);
}

/** The `shouldRevalidate` of every form route: a rejected submit reloads nothing. */
export function reloadUnlessRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return isTaken(actionStatus) && defaultShouldRevalidate;
}

function isTaken(status = 200): boolean {
  return status < 400;
}

/** Returns the response to a submit that got none from the server. */
export function unsent(message: string, status: number): Response {
  return Response.json({ unsent: message } satisfies Unsent, { status });
}

export function isUnsent(data: unknown): data is Unsent {
  return typeof data === "object" && data !== null && "unsent" in data;
}
