import type { IncomingMessage } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { hasPersonalCookie } from "#app/platform/http/own-cookies.ts";

/** Returns whether the request has credentials or a personal cookie, so that its response may be personal. */
export function isPersonal({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || hasPersonalCookie(headers.cookie, env.origin);
}

/** Returns the path of a request as it was sent, without the query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "/";
}
