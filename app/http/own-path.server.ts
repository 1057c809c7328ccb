import { env } from "#app/env.server.ts";
import { safePath } from "#app/model/safe-path.ts";

/** Where a form or an address asks to be sent, if that is a page of this site. */
export function ownPath(asked: unknown): string | undefined {
  return safePath(asked, env.origin);
}
