import type { IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import { isPersonalRequest } from "#app/model/own-cookies.ts";

/** Whether a reply to this request could know who is asking. */
export function isPersonal({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || isPersonalRequest(headers.cookie, env.origin);
}
