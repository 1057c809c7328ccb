import { isIP } from "node:net";
import type { env } from "#app/env.server.ts";

/**
 * A fetch that tells a hosted auth service for whom it calls, so that its own limits count visitors and not this server.
 * It believes the header only beside the secret key, and only where its project says so ("IP address forwarding"). What
 * the call acts as stays what it was; calls for data are left alone. Takes the visitor's address, IPv6 as its /64.
 * Source: Supabase, "Auth: Rate limits".
 */
export function forwardingAddress(
  inner: typeof fetch,
  { forwardsAddress, secretKey }: Pick<typeof env.supabase, "forwardsAddress" | "secretKey">,
  address: string | undefined,
): typeof fetch {
  const visitor = address?.replace(/\/64$/, "") ?? "";
  if (!forwardsAddress || isIP(visitor) === 0) return inner;
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.startsWith("/auth/v1/")) return inner(input, init);
    const headers = new Headers(init?.headers);
    headers.set("apikey", secretKey);
    headers.set("Sb-Forwarded-For", visitor);
    return inner(input, { ...init, headers });
  };
}
