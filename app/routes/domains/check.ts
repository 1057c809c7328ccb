import type { LoaderFunctionArgs } from "@remix-run/node";
import { checkName } from "#app/domains/check-name.server.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";

/** Returns the DomainLookup of a suggested name, `?name=`, as JSON. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const parsed = parseDomainName(new URL(request.url).searchParams.get("name") ?? "");
  if (parsed.kind !== "name") return Response.json(null, { status: 400, headers: PRIVATE_CACHE });
  const limit = await consume("suggestions", context?.address);
  if (limit.ok) {
    return Response.json(await checkName(parsed, "suggestion"), { headers: PRIVATE_CACHE });
  }
  const headers = { ...PRIVATE_CACHE, "Retry-After": String(limit.retryAfterSeconds) };
  return Response.json(null, { status: 429, headers });
}
