import type { IncomingMessage } from "node:http";

/** Returns the path of a request as it was sent, without the query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}
