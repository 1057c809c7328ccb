import type { AppLoadContext } from "@remix-run/node";
import {
  type CookieOptions,
  combineChunks,
  createChunks,
  parseCookieHeader,
  serializeCookieHeader,
} from "@supabase/ssr";
import { createRequestClient, type Supabase } from "#app/platform/database/client.api.server.ts";
import {
  claimsOf,
  readSession,
  type SessionClaims,
  writeSession,
} from "#app/platform/database/session-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { bindingCookie, isObsoleteCookie, isSessionCookie, sessionCookie } from "#app/platform/http/own-cookies.ts";
import { log } from "#app/platform/log.server.ts";
import { bindingOf, boundSessionIn, csrfTokenOf } from "./session-binding.server.ts";

type SessionCookie = { name: string; value: string; options: CookieOptions };

/**
 * Requests in which a session may begin: any session, or only the one with this `sessionId`.
 */
const beginning = new WeakMap<object, { sessionId: string | undefined }>();
/** For each request: the cookies of a session that the browser does not get yet. */
const held = new WeakMap<object, SessionCookie[]>();
const clients = new WeakMap<object, Supabase>();
/** Requests whose session another process has just refreshed. */
const refreshedElsewhere = new WeakSet<object>();

/**
 * Returns the visitor's Supabase client, one per request. Two clients would race for the single-use refresh token,
 * and the loser would sign the visitor out.
 */
export function supabaseFor(request: Request, context: AppLoadContext | undefined): Supabase {
  const owner = context ?? request;
  const known = clients.get(owner);
  if (known) return known;
  const cookies = {
    getAll: () => cookiesForClient(request),
    setAll: (changed: SessionCookie[]) => {
      // The client asks to delete the session when a refresh fails. This is ignored: only `forgetSession` deletes it.
      if (changed.every(({ value }) => value === "")) return;
      if (!held.has(owner)) setCookies(request, context, changed);
      // The client sets the whole session at once. A change without parts of the session leaves the held cookies as they are.
      else if (changed.some(isFilledChunk)) held.set(owner, changed);
    },
  };
  const client = createRequestClient({
    cookies,
    address: context?.address,
    acceptsSession: (sessionId) => [boundSessionId(request), beginning.get(owner)?.sessionId].includes(sessionId),
    onTokenReused: () => refreshedElsewhere.add(owner),
  });
  clients.set(owner, client);
  return client;
}

/**
 * Allows a session to begin in this request. Without this call, `setCookies` sets only the session that the browser already
 * has. With `sessionId`, only that session may begin. Source: docs/product/accounts.md, "Sessions".
 */
export function beginSession(request: Request, context: AppLoadContext | undefined, sessionId?: string): void {
  beginning.set(context ?? request, { sessionId });
}

/**
 * As `beginSession`, but holds the session back: the browser gets its cookies only at `releaseSession`, because the session
 * may need a second step first.
 */
export function holdSession(request: Request, context: AppLoadContext | undefined, sessionId?: string): void {
  beginSession(request, context, sessionId);
  held.set(context ?? request, []);
}

/** Returns whether this request's client has a session that the browser must not get yet. */
export function isSessionHeld(request: Request, context: AppLoadContext | undefined): boolean {
  return held.has(context ?? request);
}

/** Gives the browser the session that was held back. */
export function releaseSession(request: Request, context: AppLoadContext | undefined): void {
  const waiting = held.get(context ?? request) ?? [];
  held.delete(context ?? request);
  setCookies(request, context, waiting);
}

function setCookies(request: Request, context: AppLoadContext | undefined, changed: readonly SessionCookie[]): void {
  // The client does not await this, so an exception would be unhandled.
  if (!context?.appendCookie) {
    log.error("This server has no appendCookie: sessions cannot be kept.");
    return;
  }
  // The client may also set other cookies, such as a code verifier, which are not needed.
  const chunks = changed.filter(isFilledChunk);
  const [filled] = chunks;
  if (filled === undefined) return;
  const session = readSession(chunks.map(({ value }) => value).join(""));
  if (session === undefined) {
    // With cookies this long, a proxy would reject each of the browser's requests.
    log.error("This session is too long for cookies: signing in again may shorten it.");
    forgetSession(request, context);
    return;
  }
  const sessionId = claimsOf(session.access_token)?.sessionId;
  const isOwn = sessionId === boundSessionId(request) || beginning.has(context);
  if (sessionId === undefined || !isOwn) return;
  // The auth service also returns data about the user, whose length has no limit. The cookie does not keep them.
  const kept = createChunks(sessionCookie(env.origin), writeSession(session));
  // The binding is set again with a refreshed session too, so that both cookies expire together.
  const binding = { name: bindingCookie(env.origin), value: bindingOf(sessionId) };
  for (const { name, value } of [...kept, binding])
    context.appendCookie(serializeCookieHeader(name, value, filled.options));
  // Cookies that are left from an older session (an earlier cookie name, more chunks) could make the request headers too long.
  const isKept = (name: string) => kept.some((chunk) => chunk.name === name);
  clearCookies(request, context, (name) => isObsolete(name) || (isSessionCookie(name, env.origin) && !isKept(name)));
}

/** Returns whether a request has a session cookie, complete or partial. */
export function hasSession(request: Request): boolean {
  return cookiesOf(request).some(({ name }) => isSessionCookie(name, env.origin));
}

/** Returns the user id in a request's session, which may have ended or be forged: never authorise by it. */
export async function claimedUser(request: Request): Promise<string | undefined> {
  return (await anySessionIn(request))?.user.id;
}

/** Returns whether a request has the whole cookie of a session that this site did not begin in this browser. */
export async function hasForeignSession(request: Request): Promise<boolean> {
  const session = await anySessionIn(request);
  const sessionId = session && claimsOf(session.access_token)?.sessionId;
  return sessionId !== undefined && sessionId !== boundSessionId(request);
}

/** Returns the claims of the session that this site began in this browser. The auth service has not verified them. */
export async function ownClaims(request: Request): Promise<SessionClaims | undefined> {
  const session = await sessionIn(request);
  return session && claimsOf(session.access_token);
}

/** Returns the id of the session that this site began in this browser; undefined without one. It may have ended. */
export function boundSessionId(request: Request): string | undefined {
  const name = bindingCookie(env.origin);
  const binding = cookiesOf(request).find((cookie) => cookie.name === name);
  return binding && boundSessionIn(binding.value);
}

/** Returns the CSRF token of the request's session, whose owner the caller must have verified; undefined without a session. */
export function sessionCsrfToken(request: Request): string | undefined {
  const sessionId = boundSessionId(request);
  return sessionId && csrfTokenOf(sessionId);
}

/**
 * Returns whether another process refreshed the session just now. Then the browser has the new session, or is about to get it.
 */
export function isRefreshedElsewhere(request: Request, context: AppLoadContext | undefined): boolean {
  return refreshedElsewhere.has(context ?? request);
}

/** Deletes all session cookies, also while the auth service does not answer. */
export function forgetSession(request: Request, context: AppLoadContext | undefined): void {
  const isOwn = (name: string) => isSessionCookie(name, env.origin) || name === bindingCookie(env.origin);
  clearCookies(request, context, (name) => isOwn(name) || isObsolete(name));
}

/** Deletes cookies of older sessions that nothing reads. */
export function forgetLeftOvers(request: Request, context: AppLoadContext | undefined): void {
  clearCookies(request, context, isObsolete);
}

function isFilledChunk({ name, value }: SessionCookie): boolean {
  return value !== "" && isSessionCookie(name, env.origin);
}

const isObsolete = (name: string) => isObsoleteCookie(name, env.origin);

function clearCookies(request: Request, context: AppLoadContext | undefined, isGoing: (name: string) => boolean): void {
  // Browsers ignore a __Host- cookie that is not secure, even one that deletes it.
  const options = { path: "/", maxAge: 0, secure: env.origin.startsWith("https:") };
  for (const { name } of cookiesOf(request)) {
    if (isGoing(name)) context?.appendCookie?.(serializeCookieHeader(name, "", options));
  }
}

/** Returns the session in a request's cookies; undefined if they hold none, or one that this site did not begin. */
async function sessionIn(request: Request) {
  const session = await anySessionIn(request);
  const sessionId = session && claimsOf(session.access_token)?.sessionId;
  return sessionId !== undefined && sessionId === boundSessionId(request) ? session : undefined;
}

async function anySessionIn(request: Request) {
  const cookies = new Map(cookiesOf(request).map(({ name, value }) => [name, value]));
  return readSession((await combineChunks(sessionCookie(env.origin), (name) => cookies.get(name))) ?? "");
}

/**
 * Returns the cookies for the auth client: the session, validated and serialized again, and all cookie names, so that
 * the client deletes chunks of an older session.
 */
async function cookiesForClient(request: Request) {
  const session = await sessionIn(request);
  const names = cookiesOf(request).map(({ name }) => ({ name, value: "" }));
  return session ? [{ name: sessionCookie(env.origin), value: writeSession(session) }, ...names] : names;
}

function cookiesOf(request: Request) {
  return parseCookieHeader(request.headers.get("Cookie") ?? "").map(({ name, value = "" }) => ({ name, value }));
}
