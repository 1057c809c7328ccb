import { type CookieMethodsServer, createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { env } from "#app/env.server.ts";
import { type Endpoint, findEndpoint } from "./endpoint.server.ts";

export type Supabase = SupabaseClient;

/** One name in both modes; the page cache knows a personal request by it. */
const SESSION_COOKIE = "sb-auth-token";

/** Node 20 has no WebSocket and a client cannot be made without the class. None is ever opened. */
const realtime = { transport: Reflect.get(globalThis, "WebSocket") ?? class {} };

/**
 * The visitor's own client, under row-level security as whoever the cookies say. `setAll` is called with the cookies
 * to send, and the cache headers that must go with them, whenever the session changes (docs/product.md, "Sessions").
 */
export async function createRequestClient(cookies: CookieMethodsServer): Promise<Supabase> {
  const { url, publishableKey, fetch } = await findEndpoint();
  return createServerClient(url, publishableKey, {
    cookies,
    cookieOptions: {
      name: SESSION_COOKIE,
      path: "/",
      httpOnly: true,
      secure: env.origin.startsWith("https:"),
      sameSite: "lax",
    },
    global: { fetch },
    realtime,
  });
}

const trusted = new WeakMap<Endpoint, Supabase>();

/** The server's own client, above row-level security: only for writes after checks of our own. One per process. */
export async function trustedClient(): Promise<Supabase> {
  const endpoint = await findEndpoint();
  const client = trusted.get(endpoint) ?? createTrustedClient(endpoint);
  trusted.set(endpoint, client);
  return client;
}

function createTrustedClient({ url, secretKey, fetch }: Endpoint): Supabase {
  return createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    realtime,
  });
}
