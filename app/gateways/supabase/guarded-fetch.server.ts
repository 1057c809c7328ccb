import { throughBreaker } from "../upstream/breaker.server.ts";
import { failureOf, type Why } from "../upstream/failure-kind.server.ts";
import { noteCall } from "../upstream/note-call.server.ts";

/** A gateway in front of the service that reaches nobody (RFC 9110, 15.6.3 to 15.6.5; Cloudflare's own numbers). */
const OUT_OF_REACH = new Set([502, 503, 504, 520, 521, 522, 523, 524]);
const RETRY_AFTER_SECONDS = 20;

type Tried = { isOutage: boolean } & ({ response: Response } | { error: unknown });

/**
 * A fetch for a Supabase project that leaves its auth service, or its database, alone for a while after five calls in a row
 * that nobody answered: then a 503 comes at once, which signs nobody out. A service that answers, be it with a refusal or a
 * failure of one statement, is there. Each service counts for itself.
 * Source: docs/product.md, "When a provider fails".
 */
export function guardedFetch(project: string, fetchOnce: typeof fetch): typeof fetch {
  return async (input, init) => {
    const start = performance.now();
    const service = serviceOf(input);
    const tried = await throughBreaker(`${service} ${project}`, () => tryOnce(fetchOnce, input, init));
    if (!tried || tried.isOutage) {
      // Where one asked stays out: an address of the database holds what is looked for.
      const ms = Math.round(performance.now() - start);
      noteCall("warn", { service, host: new URL(project).host, ms, ...whyOf(tried) });
    }
    if (tried === null) return leftAlone();
    if ("error" in tried) throw tried.error;
    return tried.response;
  };
}

async function tryOnce(fetchOnce: typeof fetch, ...call: Parameters<typeof fetch>): Promise<Tried> {
  try {
    const response = await fetchOnce(...call);
    return { response, isOutage: OUT_OF_REACH.has(response.status) };
  } catch (error) {
    // Whoever asked has gone away: that says nothing of the service. Whose patience is over says it.
    return { error, isOutage: !(error instanceof Error && error.name === "AbortError") };
  }
}

function whyOf(tried: Tried | null): Why & { status?: number } {
  if (tried === null) return { kind: "left alone" };
  return "error" in tried ? failureOf(tried.error) : { kind: "status", status: tried.response.status };
}

function serviceOf(input: Parameters<typeof fetch>[0]): "auth" | "rest" {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address).pathname.startsWith("/auth/") ? "auth" : "rest";
}

function leftAlone(): Response {
  const message = "The service does not answer and is left alone for a moment.";
  return Response.json(
    { message, msg: message, code: "left_alone" },
    { status: 503, headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } },
  );
}
