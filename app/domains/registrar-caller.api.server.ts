import { z } from "zod";
import type { Result } from "#app/platform/result.ts";
import type { ReplyFailure, UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";

const PROVIDER_FAILED = "The domain provider did not answer as expected. Please try again later.";

type RegistrarOptions = { url: string; headers: Record<string, string> } & Pick<UpstreamCall<unknown>, "admit">;

type RegistrarCall<T> = Pick<UpstreamCall<T>, "op" | "method" | "path" | "query" | "body" | "schema"> & {
  /** Must be equal for the same order: 8 to 128 letters, digits, "-" and "_". */
  idempotencyKey?: string;
};

export type RegistrarCaller = ReturnType<typeof createRegistrarCaller>;

/**
 * Creates the caller for one provider account: domains, orders, records, certificates, hosting. A failure has the provider's
 * message, `code` and `fields`, or 'HTTP error! status: N'; a refused key gets our message. After a 5xx reply to an order, the
 * failure has `isUnknown`. Source: GoDaddy's Domains API v1, "Error responses".
 */
export function createRegistrarCaller({ url, headers, ...options }: RegistrarOptions) {
  return async <T>({ idempotencyKey, ...call }: RegistrarCall<T>): Promise<Result<T>> => {
    const response = await requestJson<T>({
      ...call,
      ...options,
      // A separate breaker: failures here must not block searches.
      service: "registrar-account",
      base: url,
      headers: idempotencyKey ? { ...headers, "Idempotency-Key": idempotencyKey } : headers,
      fallbackMessage: PROVIDER_FAILED,
      failureIn: readError,
    });
    if (response.ok) return response;
    if (response.status === 401 || response.status === 403) return { ...response, message: PROVIDER_FAILED };
    // The order may have been carried out before the provider failed.
    return idempotencyKey && response.status >= 500 ? { ...response, isUnknown: true } : response;
  };
}

const fieldSchema = z.object({ path: z.string(), message: z.string().min(1) });
const errorSchema = z.object({
  code: z.string().regex(/^[A-Z][A-Z_]+$/),
  message: z.string().optional(),
  fields: listOf(fieldSchema).optional().catch(undefined),
});

/** `{code, message, fields[]}`; a 429 adds `retryAfterSec`. Successful replies have no such code. */
function readError(body: unknown): ReplyFailure | undefined {
  return errorSchema.safeParse(body).data;
}

/** A list whose invalid entries are left out. */
export function listOf<T>(entry: z.ZodType<T>) {
  return z.array(z.unknown()).transform((entries) => entries.flatMap((one) => entry.safeParse(one).data ?? []));
}

/** An id that may be a number. */
export const idSchema = z.union([z.string().min(1), z.number()]).transform(String);

/** A reply whose content is not used. */
export const emptySchema = z.unknown().transform(() => null);
