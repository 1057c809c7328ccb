import type { IncomingMessage } from "node:http";

/** The path of a request as it was sent, without its query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}
