import { env } from "../env.server.ts";
import { safePath } from "./safe-path.ts";

/** Returns the path if it is a page of this site, else undefined. */
export function ownPath(target: unknown): string | undefined {
  return safePath(target, env.origin);
}
