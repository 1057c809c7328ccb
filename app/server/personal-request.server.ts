import type { IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import { isPersonalRequest } from "#app/model/own-cookies.ts";

/** Returns whether the response to this request may be personal: it has credentials or one of our cookies. */
export function isPersonal({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || isPersonalRequest(headers.cookie, env.origin);
}
