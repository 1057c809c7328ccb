import { env } from "../env.server.ts";
import { withBreaker } from "../upstream/breaker.server.ts";
import { deadline } from "../upstream/deadlines.server.ts";
import { type FailureReason, failureOf } from "../upstream/failure-kind.server.ts";
import { recordCall } from "../upstream/record-call.server.ts";
import { retryRefreshes } from "./retry-refresh.server.ts";

/** The fetch for the site's Supabase project, with a deadline per call; see `guardedFetch`. */
export const projectFetch = guardedFetch(
  env.supabase.url,
  // The retries are inside the breaker, which counts all attempts of one refresh as one call.
  retryRefreshes((input, init) => fetch(input, { ...init, signal: timeLimit(init?.signal) })),
);

function timeLimit(signal: AbortSignal | null | undefined): AbortSignal {
  const limit = deadline("databaseCall");
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Statuses of a proxy that cannot reach the service (RFC 9110, 15.6.3 to 15.6.5; Cloudflare's own numbers). */
const OUT_OF_REACH = new Set([502, 503, 504, 520, 521, 522, 523, 524]);
const RETRY_AFTER_SECONDS = 20;

type Tried = { isOutage: boolean } & ({ response: Response } | { error: unknown });

/**
 * Wraps a fetch with a circuit breaker, separate for the auth service and the database. After five calls in a row
 * without a response it answers 503 at once, which ends no session. Error responses of the service itself do not
 * count. Source: docs/product/limits-and-outages.md, "When a provider fails".
 */
export function guardedFetch(project: string, fetchOnce: typeof fetch): typeof fetch {
  return async (input, init) => {
    const start = performance.now();
    const service = serviceOf(input);
    const tried = await withBreaker(`${service} ${project}`, () => tryOnce(fetchOnce, input, init));
    if (!tried || tried.isOutage) {
      // Leaves the path out of the log: a database URL contains search values.
      const ms = Math.round(performance.now() - start);
      recordCall("warn", { service, host: new URL(project).host, ms, ...failureReason(tried) });
    }
    if (tried === null) return breakerOpenResponse();
    if ("error" in tried) throw tried.error;
    return tried.response;
  };
}

async function tryOnce(fetchOnce: typeof fetch, ...call: Parameters<typeof fetch>): Promise<Tried> {
  try {
    const response = await fetchOnce(...call);
    return { response, isOutage: OUT_OF_REACH.has(response.status) };
  } catch (error) {
    // An aborted request says nothing about the service; a timeout does.
    return { error, isOutage: !(error instanceof Error && error.name === "AbortError") };
  }
}

function failureReason(tried: Tried | null): FailureReason & { status?: number } {
  if (tried === null) return { kind: "left alone" };
  return "error" in tried ? failureOf(tried.error) : { kind: "status", status: tried.response.status };
}

function serviceOf(input: Parameters<typeof fetch>[0]): "auth" | "rest" {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address).pathname.startsWith("/auth/") ? "auth" : "rest";
}

function breakerOpenResponse(): Response {
  const message = "The service does not answer and is left alone for a moment.";
  return Response.json(
    { message, msg: message, code: "left_alone" },
    { status: 503, headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } },
  );
}
