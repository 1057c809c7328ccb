import { isIP } from "node:net";
import type { env } from "#app/env.server.ts";

/**
 * A fetch that tells the auth service for whom it calls, so that its own limits count visitors and not this server. The service
 * believes the header beside the secret key alone, and where its project says so ("IP address forwarding"); elsewhere it
 * changes nothing. What the call acts as stays what it was; calls for data are left alone. Takes the visitor's address, IPv6
 * as its /64. Source: Supabase, "Auth: Rate limits".
 */
export function forwardingAddress(
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
    // A key that is not a token must be that of `apikey` here, and then it says nothing (Supabase, "API keys").
    if (headers.get("Authorization") === `Bearer ${publishableKey}`) headers.delete("Authorization");
    return inner(input, { ...init, headers });
  };
}
