import type { AppLoadContext } from "@remix-run/node";
import { type CookieOptions, combineChunks, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { env } from "#app/env.server.ts";
import { createRequestClient, type Supabase } from "#app/gateways/supabase/client.server.ts";
import { log } from "#app/log.server.ts";
import { isObsoleteCookie, isSessionCookie, sessionCookie } from "#app/model/own-cookies.ts";
import { readSession, writeSession } from "#app/model/session.server.ts";

type SessionCookie = { name: string; value: string; options: CookieOptions };

/** Cookies of a session that the browser does not get yet, by request. */
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
      // The client deletes the session when a refresh fails; `forgetSession` decides that.
      if (changed.every(({ value }) => value === "")) return;
      const waiting = held.get(owner);
      if (waiting) waiting.push(...changed);
      else setCookies(request, context, changed);
    },
  };
  const client = createRequestClient({
    cookies,
    address: context?.address,
    onTokenReused: () => refreshedElsewhere.add(owner),
  });
  clients.set(owner, client);
  return client;
}

/** Keeps the cookies of a session that begins now, until `releaseSession`: it may need a second step first. */
export function holdSession(request: Request, context: AppLoadContext | undefined): void {
  held.set(context ?? request, []);
}

/** Gives the browser the session that was held. */
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
  for (const { name, value, options } of changed) context.appendCookie(serializeCookieHeader(name, value, options));
  // A second session under an earlier cookie name could make the request headers too long.
  forgetLeftOvers(request, context);
}

/** Returns whether a request has a session cookie, complete or partial. */
export function hasSession(request: Request): boolean {
  return cookiesOf(request).some(({ name }) => isSessionCookie(name, env.origin));
}

/** Returns the user id in a request's session, which may have ended. It is not verified: never authorise by it. */
export async function claimedUser(request: Request): Promise<string | undefined> {
  return (await sessionIn(request))?.user.id;
}

/** Returns whether another process refreshed the session just now: the browser gets, or has, the new one. */
export function isRefreshedElsewhere(request: Request, context: AppLoadContext | undefined): boolean {
  return refreshedElsewhere.has(context ?? request);
}

/** Deletes all session cookies, also while the auth service does not answer. */
export function forgetSession(request: Request, context: AppLoadContext | undefined): void {
  clearCookies(request, context, (name) => isSessionCookie(name, env.origin) || isObsoleteCookie(name, env.origin));
}

/** Deletes cookies of older sessions that nothing reads. */
export function forgetLeftOvers(request: Request, context: AppLoadContext | undefined): void {
  clearCookies(request, context, (name) => isObsoleteCookie(name, env.origin));
}

function clearCookies(request: Request, context: AppLoadContext | undefined, isGoing: (name: string) => boolean): void {
  // Browsers ignore a __Host- cookie that is not secure, even one that deletes it.
  const options = { path: "/", maxAge: 0, secure: env.origin.startsWith("https:") };
  for (const { name } of cookiesOf(request)) {
    if (isGoing(name)) context?.appendCookie?.(serializeCookieHeader(name, "", options));
  }
}

/** Returns the session in a request's cookies; undefined if they hold none. */
async function sessionIn(request: Request) {
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
