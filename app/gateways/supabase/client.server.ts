import { type CookieMethodsServer, createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { env } from "#app/env.server.ts";
import { sessionCookie } from "#app/model/own-cookies.ts";
import { forwardingAddress } from "./forward-address.server.ts";
import { readingMailFailures } from "./mail-failure.server.ts";
import { projectFetch } from "./project-fetch.server.ts";
import { refreshingExpired } from "./refresh-expired.server.ts";
import { refreshingInTime } from "./refresh-in-time.server.ts";
import { noticingSpent, sharingRefreshes } from "./shared-refresh.server.ts";

export type Supabase = SupabaseClient;

/** Node 20 has no WebSocket and a client cannot be made without the class. None is ever opened. */
const realtime = { transport: Reflect.get(globalThis, "WebSocket") ?? class {} };

type Visitor = {
  /** `setAll` is called with the cookies to send, and the cache headers that must go with them, when the session changes. */
  cookies: CookieMethodsServer;
  address?: string | undefined;
  /** The session's refresh token turned out to have been used already, by another process. */
  onSpent?: () => void;
};

/**
 * The visitor's own client, under row-level security as whoever the cookies say.
 * Source: docs/product.md, "Sessions".
 */
export function createRequestClient({ cookies, address, onSpent = () => undefined }: Visitor): Supabase {
  const forwarded = noticingSpent(forwardingAddress(refreshingFetch, env.supabase, address), onSpent);
  const refresh = async () => (await client.auth.refreshSession()).data.session?.access_token;
  const client: Supabase = createServerClient(env.supabase.url, env.supabase.publishableKey, {
    cookies,
    cookieOptions: {
      name: sessionCookie(env.origin),
      path: "/",
      httpOnly: true,
      secure: env.origin.startsWith("https:"),
      sameSite: "lax",
    },
    global: { fetch: refreshingExpired(forwarded, refresh) },
    realtime,
  });
  return client;
}

/** A client that keeps nothing: to prove a password, or to act for somebody who holds a link, without touching cookies. */
export function createPassingClient(address: string | undefined): Supabase {
  const fetch = readingMailFailures(forwardingAddress(projectFetch, env.supabase, address));
  return createKeeplessClient(env.supabase.publishableKey, fetch);
}

/** One for all requests, so that they share their refreshes. */
const refreshingFetch = refreshingInTime(sharingRefreshes(projectFetch));

let trusted: Supabase | undefined;
let anybodys: Supabase | undefined;

/** The server's own client, above row-level security: only for writes after checks of our own. One per process. */
export function trustedClient(): Supabase {
  trusted ??= createKeeplessClient(env.supabase.secretKey, projectFetch);
  return trusted;
}

/**
 * A client for what everybody may read and all share: it is nobody in particular. With a visitor's own client the database
 * would refuse a session that has ended or was made up, and everybody would get that refusal. One per process.
 */
export function publicClient(): Supabase {
  anybodys ??= createKeeplessClient(env.supabase.publishableKey, refreshingFetch);
  return anybodys;
}

function createKeeplessClient(key: string, fetch: typeof globalThis.fetch): Supabase {
  return createClient(env.supabase.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    realtime,
  });
}
