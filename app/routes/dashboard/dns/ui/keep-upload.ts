import type { ClientActionFunctionArgs } from "@remix-run/react";
import { MAX_UPLOAD_BYTES } from "#app/model/upload.ts";
import { keep, unsent } from "#app/ui/forms/keep-typed.ts";

/** What can be carried along to the sign-in page, at most (http/draft.server.ts), in bytes of a form. */
const MAX_CARRIED = 32 * 1024;

const ENDED =
  "Your session has ended, and this is too long to keep while you sign in. What you typed is still here: sign in in another tab, then press the button again.";

/** The same as `keepTyped` for a form with a file, which may be longer than what can come along to the sign-in page. */
export function keepUpload({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  return keep(request, MAX_UPLOAD_BYTES, async (bytes) => {
    try {
      return await serverAction();
    } catch (error) {
      if (isSignIn(error) && bytes > MAX_CARRIED) return unsent(ENDED, 401);
      throw error;
    }
  });
}

function isSignIn(error: unknown): boolean {
  return error instanceof Response && (error.headers.get("Location") ?? "").startsWith("/login");
}
