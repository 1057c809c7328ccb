import { env } from "#app/env.server.ts";
import { safePath } from "#app/model/safe-path.ts";

/** Returns the path if it is a page of this site, else undefined. */
export function ownPath(target: unknown): string | undefined {
  return safePath(target, env.origin);
}
