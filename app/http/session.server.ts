import type { AppLoadContext } from "@remix-run/node";
import { type CookieOptions, combineChunks, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { env } from "#app/env.server.ts";
import { createRequestClient, type Supabase } from "#app/gateways/supabase/client.server.ts";
import { log } from "#app/log.server.ts";
import { isObsoleteCookie, isSessionCookie, sessionCookie } from "#app/model/own-cookies.ts";
import { readSession, writeSession } from "#app/model/session.server.ts";

const clients = new WeakMap<object, Supabase>();
/** Requests whose session another process has just refreshed. */
const spent = new WeakSet<object>();

/**
 * The visitor's own database client: one for a request, shared by all its loaders. Two clients in one request would race
 * for the single-use refresh token, and the loser would sign the visitor out.
 */
export function supabaseFor(request: Request, context: AppLoadContext | undefined): Supabase {
  const owner = context ?? request;
  const known = clients.get(owner);
  if (known) return known;
  const cookies = {
    getAll: () => cookiesForClient(request),
    setAll: (changed: { name: string; value: string; options: CookieOptions }[]) => {
      // The client would sign somebody out because a refresh failed. That is for us to decide: see `forgetSession`.
      if (changed.every(({ value }) => value === "")) return;
      // Thrown here it would be nobody's: the client does not wait for this.
      if (!context?.appendCookie) return log.error("This server has no appendCookie: sessions cannot be kept.");
      for (const { name, value, options } of changed) context.appendCookie(serializeCookieHeader(name, value, options));
      // With a session under its earlier name beside the present one, a request's head might become too long.
      forgetLeftOvers(request, context);
    },
  };
  const client = createRequestClient({
    cookies,
    address: context?.address,
    onSpent: () => spent.add(owner),
  });
  clients.set(owner, client);
  return client;
}

/** Whether a request carries a session, a whole one or what is left of one. */
export function hasSession(request: Request): boolean {
  return cookiesOf(request).some(({ name }) => isSessionCookie(name, env.origin));
}

/**
 * Whose session a request carries, or did before it ended. Nobody has checked it: good for asking who somebody says they
 * are, never for letting them in.
 */
export async function claimedUser(request: Request): Promise<string | undefined> {
  return (await sessionIn(request))?.user.id;
}

/** Whether the session was refreshed elsewhere a moment ago: the browser has, or will have, the new one. */
export function isRefreshedElsewhere(request: Request, context: AppLoadContext | undefined): boolean {
  return spent.has(context ?? request);
}

/** Takes every piece of the session out of the visitor's browser, also when the auth service does not answer. */
export function forgetSession(request: Request, context: AppLoadContext | undefined): void {
  drop(request, context, (name) => isSessionCookie(name, env.origin) || isObsoleteCookie(name, env.origin));
}

/** Takes out what is left of older sessions and nothing reads any more. */
export function forgetLeftOvers(request: Request, context: AppLoadContext | undefined): void {
  drop(request, context, (name) => isObsoleteCookie(name, env.origin));
}

function drop(request: Request, context: AppLoadContext | undefined, isGoing: (name: string) => boolean): void {
  // A browser takes nothing of a name with __Host- that is not secure, not even its end.
  const options = { path: "/", maxAge: 0, secure: env.origin.startsWith("https:") };
  for (const { name } of cookiesOf(request)) {
    if (isGoing(name)) context?.appendCookie?.(serializeCookieHeader(name, "", options));
  }
}

/** The session that a request's cookies hold; undefined where what they hold is none. */
async function sessionIn(request: Request) {
  const cookies = new Map(cookiesOf(request).map(({ name, value }) => [name, value]));
  return readSession((await combineChunks(sessionCookie(env.origin), (name) => cookies.get(name))) ?? "");
}

/**
 * The cookies as the auth service's client gets them: a session that was read and written anew, and of all cookies the names,
 * by which it takes out pieces of an older session when it stores a new one.
 */
async function cookiesForClient(request: Request) {
  const session = await sessionIn(request);
  const names = cookiesOf(request).map(({ name }) => ({ name, value: "" }));
  return session ? [{ name: sessionCookie(env.origin), value: writeSession(session) }, ...names] : names;
}

function cookiesOf(request: Request) {
  return parseCookieHeader(request.headers.get("Cookie") ?? "").map(({ name, value = "" }) => ({ name, value }));
}
