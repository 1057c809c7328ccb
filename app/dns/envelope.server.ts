import { z } from "zod";
import type { ReplyFailure } from "#app/platform/upstream/call.server.ts";

const AUTH_FAILED = "10000";

const causeSchema = z.object({ code: z.number(), message: z.string().catch("") });
const errorSchema = causeSchema.extend({ error_chain: z.array(causeSchema).optional().catch(undefined) });
const failureSchema = z.object({ success: z.literal(false), errors: z.array(errorSchema).catch([]) });

/** Schema of a successful reply with this result (Cloudflare API, "Responses"). */
export function successSchema<T extends z.ZodType>(result: T) {
  return z.object({ success: z.literal(true), result });
}

/**
 * Returns the failure in a reply body; undefined for other bodies. It is the first error or, if given, its cause, because
 * some errors have the general code 1004 and the real code in `error_chain`.
 */
export function readFailure(body: unknown): ReplyFailure | undefined {
  const failure = failureSchema.safeParse(body).data;
  if (!failure) return undefined;
  const [first] = failure.errors;
  const cause = first?.error_chain?.[0] ?? first;
  if (!cause) return {};
  const code = String(cause.code);
  return { code, message: cause.message, status: code === AUTH_FAILED ? 403 : undefined };
}
