import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** 128 bits in base64url. */
const TOKEN_CHARACTERS = 22;
const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "session binding", 32));

/**
 * Returns the value of the cookie that binds a browser to a session that this site began: the session's id and its signature.
 * Source: docs/product/accounts.md, "Sessions".
 */
export function bindingOf(sessionId: string): string {
  return `${sessionId}.${sign("session", sessionId)}`;
}

/** Returns the id of the session that a binding names; undefined if this site did not sign it. */
export function boundSessionIn(binding: string): string | undefined {
  const [sessionId = "", signature = ""] = binding.split(".");
  return isEqual(signature, sign("session", sessionId)) ? sessionId : undefined;
}

/** Returns the CSRF token of a session's forms. Only this site can make it, and it gives no access by itself. */
export function csrfTokenOf(sessionId: string): string {
  return sign("form", sessionId).slice(0, TOKEN_CHARACTERS);
}

/** Returns whether a form token belongs to the session of a binding. */
export function isCsrfTokenOf(binding: string, token: string): boolean {
  const sessionId = boundSessionIn(binding);
  return sessionId !== undefined && isEqual(token, csrfTokenOf(sessionId));
}

function sign(purpose: string, sessionId: string): string {
  return createHmac("sha256", KEY).update(`${purpose} ${sessionId}`).digest("base64url");
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
