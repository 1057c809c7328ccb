import { isIP } from "node:net";
import { type CookieMethodsServer, createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { env } from "../env.server.ts";
import { sessionCookie } from "../http/own-cookies.ts";
import { projectFetch } from "./project-fetch.api.server.ts";
import { detectReusedToken, limitRefreshTime, refuseOtherSessions, shareRefreshes } from "./shared-refresh.server.ts";

export type Supabase = SupabaseClient;

/** Node 20 has no WebSocket, which the client's constructor requires. None is ever opened. */
const realtime = { transport: Reflect.get(globalThis, "WebSocket") ?? class {} };

type Visitor = {
  /** `setAll` gets the cookies to set, and their cache headers, when the session changes. */
  cookies: CookieMethodsServer;
  address?: string | undefined;
  /** Returns whether a refresh of the session may yield the session with this id. */
  acceptsSession: (sessionId: string) => boolean;
  /** Called if the refresh token was already used by another process. */
  onTokenReused?: () => void;
};

/** Creates a client with the visitor's session, under row-level security. Source: docs/product/accounts.md, "Sessions". */
export function createRequestClient({
  cookies,
  address,
  acceptsSession,
  onTokenReused = () => undefined,
}: Visitor): Supabase {
  const addressed = forwardClientAddress(refreshingFetch, env.supabase, address);
  const forwarded = refuseOtherSessions(detectReusedToken(addressed, onTokenReused), acceptsSession);
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
    global: { fetch: retryWithFreshToken(forwarded, refresh) },
    realtime,
  });
  return withoutRetries(client);
}

/** Creates a client that stores no session: to check a password or spend a mailed link without touching cookies. */
export function createStatelessClient(address: string | undefined): Supabase {
  const fetch = exposeMailFailures(forwardClientAddress(projectFetch, env.supabase, address));
  return newStatelessClient(env.supabase.publishableKey, fetch);
}

/** Shared by all requests, so that parallel refreshes share one call. */
const refreshingFetch = limitRefreshTime(shareRefreshes(projectFetch));

let trusted: Supabase | undefined;
let anonymous: Supabase | undefined;

/**
 * Returns the process's client with the secret key, which bypasses row-level security. Only for writes after the
 * caller's own checks.
 */
export function trustedClient(): Supabase {
  trusted ??= newStatelessClient(env.supabase.secretKey, projectFetch);
  return trusted;
}

/**
 * Returns the process's anonymous client, for public data that all visitors share. A visitor's own client would fail
 * with an invalid session, and the failure would be cached for all.
 */
export function publicClient(): Supabase {
  anonymous ??= newStatelessClient(env.supabase.publishableKey, refreshingFetch);
  return anonymous;
}

function newStatelessClient(key: string, fetch: typeof globalThis.fetch): Supabase {
  return withoutRetries(
    createClient(env.supabase.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch },
      realtime,
    }),
  );
}

/**
 * Makes a client read only once. By default, the client repeats a failed read after one, two and four seconds, or after the
 * Retry-After of the circuit breaker, while the visitor waits. The constructor has no option for it.
 */
function withoutRetries(client: Supabase): Supabase {
  Object.assign(Reflect.get(client, "rest"), { retry: false });
  return client;
}

const FAILED_DEPENDENCY = 424;

/**
 * Wraps a fetch so that the caller can read mail failures. The auth service answers 500 with a message ("Error sending
 * confirmation email"), which the library discards as a network error. The wrapped fetch returns 424, with which the library
 * keeps the message.
 */
function exposeMailFailures(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.status !== 500) return response;
    const text = await response.text();
    const status = /error sending /i.test(text) ? FAILED_DEPENDENCY : response.status;
    return new Response(text, { status, headers: response.headers });
  };
}

/** PostgREST's codes for an unreadable token, and for invalid claims such as an expired one. */
const TOKEN_REFUSED = /"PGRST30[13]"/;

/**
 * Wraps a fetch that refreshes the session once and repeats the call if the database rejects the token. A new token may be
 * rejected because the clocks of the two services differ. A rejected call had no effect, so it can be repeated. `refresh`
 * returns the new access token, undefined if the refresh failed.
 */
function retryWithFreshToken(inner: typeof fetch, refresh: () => Promise<string | undefined>): typeof fetch {
  let refreshed: Promise<string | undefined> | undefined;
  return async (input, init) => {
    const response = await inner(input, init);
    if (response.status !== 401 || !TOKEN_REFUSED.test(await response.clone().text())) return response;
    refreshed ??= refresh();
    const token = await refreshed;
    if (token === undefined) return response;
    const headers = new Headers(init?.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return inner(input, { ...init, headers });
  };
}

/**
 * Wraps a fetch so that the auth service's rate limits apply to the visitor's address, not to this server. The
 * service accepts the header only with the secret key and with "IP address forwarding" on; otherwise it has no
 * effect. The caller's session stays, and database calls are unchanged. `address` is IPv4, or IPv6 as its /64.
 * Source: Supabase, "Auth: Rate limits".
 */
export function forwardClientAddress(
  inner: typeof fetch,
  { publishableKey, secretKey }: Pick<typeof env.supabase, "publishableKey" | "secretKey">,
  address: string | undefined,
): typeof fetch {
  const visitor = address?.replace(/\/64$/, "") ?? "";
  if (isIP(visitor) === 0) return inner;
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.startsWith("/auth/v1/")) return inner(input, init);
    const headers = new Headers(init?.headers);
    headers.set("apikey", secretKey);
    headers.set("Sb-Forwarded-For", visitor);
    // The publishable key is no token; as Authorization it must match `apikey`, so it is left out (Supabase, "API
    // keys").
    if (headers.get("Authorization") === `Bearer ${publishableKey}`) headers.delete("Authorization");
    return inner(input, { ...init, headers });
  };
}
