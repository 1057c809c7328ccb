import { z } from "zod";
import type { Result } from "#app/model/result.ts";
import { requestJson } from "../request-json.server.ts";
import type { ReplyFailure, UpstreamCall } from "../upstream/call.server.ts";

const PROVIDER_FAILED = "The domain provider did not answer as expected. Please try again later.";

type RegistrarOptions = { url: string; headers: Record<string, string> } & Pick<
  UpstreamCall<unknown>,
  "admit" | "deadlines"
>;

type RegistrarCall<T> = Pick<UpstreamCall<T>, "op" | "method" | "path" | "query" | "body" | "schema"> & {
  /** The same for the same order, however often it comes: 8 to 128 letters, digits, "-" and "_". */
  idempotencyKey?: string;
};

export type RegistrarCaller = ReturnType<typeof createRegistrarCaller>;

/**
 * Calls the domain provider for one account: domains, orders, records, certificates, hosting. A refusal has the provider's
 * own words, or 'HTTP error! status: N', its `code` and `fields`; when it does not let us in its words are for us, and ours
 * are given. An order that met a failure of the provider (5xx) is unknown. Source: GoDaddy's Domains API v1, "Error responses".
 */
export function createRegistrarCaller({ url, headers, ...options }: RegistrarOptions) {
  return async <T>({ idempotencyKey, ...call }: RegistrarCall<T>): Promise<Result<T>> => {
    const reply = await requestJson<T>({
      ...call,
      ...options,
      // A name of its own: its failures must not close the way for searches.
      service: "registrar-account",
      base: url,
      headers: idempotencyKey ? { ...headers, "Idempotency-Key": idempotencyKey } : headers,
      fallbackMessage: PROVIDER_FAILED,
      refusalIn: readError,
    });
    if (reply.ok) return reply;
    if (reply.status === 401 || reply.status === 403) return { ...reply, message: PROVIDER_FAILED };
    // Money may have been spent before the provider failed.
    return idempotencyKey && reply.status >= 500 ? { ...reply, isUnknown: true } : reply;
  };
}

const fieldSchema = z.object({ path: z.string(), message: z.string().min(1) });
const errorSchema = z.object({
  code: z.string().regex(/^[A-Z][A-Z_]+$/),
  message: z.string().optional(),
  fields: listOf(fieldSchema).optional().catch(undefined),
});

/** `{code, message, fields[]}`; a 429 adds `retryAfterSec`. No success has such a code. */
function readError(body: unknown): ReplyFailure | undefined {
  return errorSchema.safeParse(body).data;
}

/** A list in which an entry that is none is left out. */
export function listOf<T>(entry: z.ZodType<T>) {
  return z.array(z.unknown()).transform((entries) => entries.flatMap((one) => entry.safeParse(one).data ?? []));
}

/** An id that may come as a number. */
export const idSchema = z.union([z.string().min(1), z.number()]).transform(String);

/** An empty reply, or one in which nothing of interest stands. */
export const doneSchema = z.unknown().transform(() => null);
