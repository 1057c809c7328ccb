import { type CookieMethodsServer, createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { env } from "#app/env.server.ts";
import { sessionCookie } from "#app/model/own-cookies.ts";
import { findEndpoint } from "./endpoint.server.ts";
import { forwardingAddress } from "./forward-address.server.ts";
import { readingMailFailures } from "./mail-failure.server.ts";
import type { Endpoint } from "./project-endpoint.server.ts";
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
export async function createRequestClient({ cookies, address, onSpent = () => undefined }: Visitor): Promise<Supabase> {
  const endpoint = await findEndpoint();
  const { url, publishableKey } = endpoint;
  return createServerClient(url, publishableKey, {
    cookies,
    cookieOptions: {
      name: sessionCookie(env.origin),
      path: "/",
      httpOnly: true,
      secure: env.origin.startsWith("https:"),
      sameSite: "lax",
    },
    global: { fetch: noticingSpent(forwardingAddress(fetchOf(endpoint), endpoint, address), onSpent) },
    realtime,
  });
}

/** A client that keeps nothing: to prove a password, or to act for somebody who holds a link, without touching cookies. */
export async function createPassingClient(address: string | undefined): Promise<Supabase> {
  const endpoint = await findEndpoint();
  const fetch = readingMailFailures(forwardingAddress(endpoint.fetch, endpoint, address));
  return createKeeplessClient({ ...endpoint, fetch }, endpoint.publishableKey);
}

const fetches = new WeakMap<Endpoint, typeof fetch>();

/** One for all requests, so that they share their refreshes. */
function fetchOf(endpoint: Endpoint): typeof fetch {
  const known = fetches.get(endpoint) ?? sharingRefreshes((...call) => endpoint.fetch(...call));
  fetches.set(endpoint, known);
  return known;
}

const trusted = new WeakMap<Endpoint, Supabase>();
const anybodys = new WeakMap<Endpoint, Supabase>();

/** The server's own client, above row-level security: only for writes after checks of our own. One per process. */
export async function trustedClient(): Promise<Supabase> {
  const endpoint = await findEndpoint();
  const client = trusted.get(endpoint) ?? createKeeplessClient(endpoint, endpoint.secretKey);
  trusted.set(endpoint, client);
  return client;
}

/**
 * A client for what everybody may read and all share: it is nobody in particular. With a visitor's own client the database
 * would refuse a session that has ended or was made up, and everybody would get that refusal. One per process.
 */
export async function publicClient(): Promise<Supabase> {
  const endpoint = await findEndpoint();
  const client =
    anybodys.get(endpoint) ?? createKeeplessClient({ ...endpoint, fetch: fetchOf(endpoint) }, endpoint.publishableKey);
  anybodys.set(endpoint, client);
  return client;
}

function createKeeplessClient({ url, fetch }: Endpoint, key: string): Supabase {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    realtime,
  });
}
