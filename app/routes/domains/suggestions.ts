import type { LoaderFunctionArgs } from "@remix-run/node";
import { findUser } from "#app/accounts/auth.server.ts";
import { listSuggestions } from "#app/domains/check-name.server.ts";
import { parseDomainName } from "#app/domains/domain-name.ts";
import type { Suggestions } from "#app/domains/suggestions.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";

/** Returns suggestions for `?q=` as JSON; none if it is not a name. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const parsed = parseDomainName(new URL(request.url).searchParams.get("q") ?? "");
  if (parsed.kind !== "name") return response({ about: "", names: [] });
  const limit = await consume("suggestions", context?.address);
  if (!limit.ok) return response({ about: parsed.display, names: [] }, limit.retryAfterSeconds);
  return response({
    about: parsed.display,
    names: await listSuggestions(parsed, await findUser(request, context)),
  });
}

function response(found: Suggestions, retryAfterSeconds?: number) {
  if (retryAfterSeconds === undefined) return Response.json(found, { headers: PRIVATE_CACHE });
  return Response.json(found, { status: 429, headers: { ...PRIVATE_CACHE, "Retry-After": String(retryAfterSeconds) } });
}
