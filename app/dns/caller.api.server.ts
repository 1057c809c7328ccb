import { createLimiter } from "#app/platform/redis/limiter.server.ts";
import { type Failure, failure, type Result } from "#app/platform/result.ts";
import type { UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { readFailure } from "./envelope.server.ts";
import { BUSY, NOT_SENT } from "./failure.server.ts";

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
  "op" | "method" | "path" | "query" | "body" | "schema" | "fallbackMessage" | "deadlines"
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
    return budget.consume("dns").then(
      () => null,
      () => ({ ...failure(429, BUSY), code: NOT_SENT }),
    );
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
