import type { LoaderFunctionArgs } from "@remix-run/node";
import { PRIVATE_CACHE } from "#app/http/cache-headers.server.ts";
import { parseDomainName } from "#app/model/domain-name.ts";
import { consume } from "#app/use-cases/limits.server.ts";
import { checkName } from "#app/use-cases/names/check-name.server.ts";

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
