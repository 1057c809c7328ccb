import { z } from "zod";
import { createLimiter } from "#app/platform/redis/limiter.server.ts";
import type { Failure, Result } from "#app/platform/result.ts";
import { takeCall } from "#app/platform/upstream/budget.server.ts";
import type { ReplyFailure, UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { BUSY_FOR, NOT_SENT } from "./failure.server.ts";

const SECONDS = 300;

export type DnsOptions = {
  url: string;
  /** The Authorization header; empty when a proxy adds it. */
  authorization: string;
  /** Calls in five minutes. */
  callsPer5Minutes: number;
  /** Id of the account that new zones belong to. */
  account: string;
};

/** A write is sent once, so its attempt may use the whole time. */
export const WRITE_DEADLINES = { attempt: "dnsWrite", total: "dnsWrite" } as const;

type DnsCall<T> = Pick<
  UpstreamCall<T>,
  "op" | "method" | "path" | "query" | "body" | "schema" | "mostBytes" | "fallbackMessage" | "deadlines"
>;

export type DnsCaller = ReturnType<typeof createCaller>;
export type DnsProvider = ReturnType<typeof createDnsProvider>;

/** Creates what the calls to one DNS provider share: the caller and the account. */
export function createDnsProvider({ account, ...options }: DnsOptions) {
  return { call: createCaller(options), account };
}

/** Creates the caller of one DNS provider with its headers, its envelope and the shared call budget. */
function createCaller({ url, authorization, callsPer5Minutes }: Omit<DnsOptions, "account">) {
  const budget = createLimiter("dns-calls", { points: callsPer5Minutes, duration: SECONDS });
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};

  async function admit(): Promise<Failure | null> {
    const full = await takeCall(budget, "dns", BUSY_FOR);
    return full && { ...full, code: NOT_SENT };
  }

  return <T>(call: DnsCall<T>): Promise<Result<T>> =>
    requestJson<T>({
      ...call,
      service: "dns",
      base: url,
      headers,
      failureIn: readFailure,
      messageOf: () => call.fallbackMessage,
      admit,
    });
}

const AUTH_FAILED = "10000";

const causeSchema = z.object({ code: z.number(), message: z.string().catch("") });
const errorSchema = causeSchema.extend({ error_chain: z.array(causeSchema).optional().catch(undefined) });
const failureSchema = z.object({ success: z.literal(false), errors: z.array(errorSchema).catch([]) });

/** Schema of a successful reply with this result (Cloudflare API, "Responses"). */
export function successSchema<T extends z.ZodType>(result: T) {
  return z.object({ success: z.literal(true), result });
}

/**
 * Returns the failure in a reply body: the first error, or the cause of that error if `error_chain` has one, because some
 * errors have the general code 1004 and the real code there. Undefined for other bodies.
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
