import type { AppLoadContext } from "@remix-run/node";
import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { createRequestClient, type Supabase } from "#app/gateways/supabase/client.server.ts";

const clients = new WeakMap<object, Promise<Supabase>>();

/**
 * The visitor's own database client: one for a request, shared by all its loaders. Two clients in one request would race
 * for the single-use refresh token, and the loser would sign the visitor out.
 */
export function supabaseFor(request: Request, context: AppLoadContext | undefined): Promise<Supabase> {
  const owner = context ?? request;
  const known = clients.get(owner);
  if (known) return known;
  const client = Promise.resolve(
    createRequestClient({
      getAll: () =>
        parseCookieHeader(request.headers.get("Cookie") ?? "").map(({ name, value }) => ({ name, value: value ?? "" })),
      setAll: (cookies) => {
        if (!context?.appendCookie) throw new Error("This server has no appendCookie: sessions cannot be kept.");
        for (const { name, value, options } of cookies)
          context.appendCookie(serializeCookieHeader(name, value, options));
      },
    }),
  );
  clients.set(owner, client);
  return client;
}
