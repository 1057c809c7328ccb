import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

const BODY_LIMIT = 64 * 1024;

export const TOO_LONG = "This is too long to send. What you typed is still here: please shorten it.";
export const NOT_SENT = "This could not be sent. What you typed is still here: please try again.";

/** What a form shows when its enhanced submit got no answer it can use. */
export type Unsent = { unsent: string };

/**
 * Shared `clientAction` of every form route. Without it, a network failure or a page-shaped refusal of an enhanced
 * submit replaces the page by an error and wipes what was typed. It gives the form a sentence instead.
 */
export async function keepTyped({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const body = await request.clone().text();
  if (body.length > BODY_LIMIT) return unsent(TOO_LONG, 413);
  try {
    return await serverAction();
  } catch (error) {
    // A Response is a redirect or an answer of ours: Remix knows what to do with it.
    if (error instanceof Response || !(error instanceof Error)) throw error;
    return unsent(NOT_SENT, 503);
  }
}

/**
 * Shared `shouldRevalidate` of the root and every layout: what they show changes by actions alone. Were they asked again
 * on each visit, a lost network would take the whole frame down with the page.
 */
export function reloadAfterAction({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== "GET" && (actionStatus ?? 200) < 400;
}

/** Shared `shouldRevalidate` of every form route: a refused submit asks for nothing more. */
export function reloadUnlessRefused({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate;
}

/** The answer to a submit that never got one of ours. */
export function unsent(message: string, status: number): Response {
  return Response.json({ unsent: message } satisfies Unsent, { status });
}

export function isUnsent(data: unknown): data is Unsent {
  return typeof data === "object" && data !== null && "unsent" in data;
}
