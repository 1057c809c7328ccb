import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

const BODY_LIMIT = 64 * 1024;

/** What a form shows when its enhanced submit got no answer it can use. */
type Unsent = { unsent: string };

/**
 * Shared `clientAction` of every form route. Without it, a network failure or a page-shaped refusal of an enhanced
 * submit replaces the page by an error and wipes what was typed. It gives the form a sentence instead.
 */
export function keepTyped({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return keep(request, BODY_LIMIT, () => serverAction());
}

/** The same for a form of at most `limit` bytes. `send` gets how many there are. */
export async function keep(request: Request, limit: number, send: (bytes: number) => Promise<unknown>) {
  try {
    const { byteLength } = await request.clone().arrayBuffer();
    if (byteLength <= limit) return await send(byteLength);
    return unsent("This is too long to send. What you typed is still here: please shorten it.", 413);
  } catch (error) {
    // What is no Error is a redirect or an answer of ours: Remix knows what to do with it.
    if (!(error instanceof Error)) throw error;
    return unsent("This could not be sent. What you typed is still here: please try again.", 503);
  }
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
