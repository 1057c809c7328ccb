import type { ClientActionFunctionArgs } from "@remix-run/react";
import { MAX_UPLOAD_BYTES } from "#app/model/upload.ts";
import { NOT_SENT, TOO_LONG, unsent } from "#app/ui/forms/keep-typed.ts";

/** What can be carried along to the sign-in page, at most (http/draft.server.ts), in bytes of a form. */
const MAX_CARRIED = 32 * 1024;

const ENDED =
  "Your session has ended, and this is too long to come along. What you typed is still here: sign in in another tab, then press the button again.";

/** The same as `keepTyped` for a form with a file, which may be longer than what can come along to the sign-in page. */
export async function keepUpload({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  let bytes = 0;
  try {
    bytes = (await request.clone().arrayBuffer()).byteLength;
    if (bytes > MAX_UPLOAD_BYTES) return unsent(TOO_LONG, 413);
    return await serverAction();
  } catch (error) {
    if (isSignIn(error) && bytes > MAX_CARRIED) return unsent(ENDED, 401);
    // A Response is a redirect or an answer of ours: Remix knows what to do with it.
    if (error instanceof Response || !(error instanceof Error)) throw error;
    return unsent(NOT_SENT, 503);
  }
}

function isSignIn(error: unknown): boolean {
  return error instanceof Response && (error.headers.get("Location") ?? "").startsWith("/login");
}
