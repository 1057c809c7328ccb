import { type Failure, failure, type Result } from "#app/model/result.ts";
import { createLimiter } from "../redis/limiter.server.ts";
import { requestJson } from "../request-json.server.ts";
import type { UpstreamCall } from "../upstream/call.server.ts";
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
  /** Milliseconds for a write, for reading a whole list, and for reading it again after a lost reply. */
  deadlines?: { writeMs: number; listMs: number; againMs: number };
};

const DEADLINES = { writeMs: 6000, listMs: 8000, againMs: 4000 };

type DnsCall<T> = Pick<
  UpstreamCall<T>,
  "op" | "method" | "path" | "query" | "body" | "schema" | "fallbackMessage" | "deadlines"
>;

export type DnsCaller = ReturnType<typeof createCaller>;
export type DnsProvider = ReturnType<typeof createDnsProvider>;

/** Creates what the calls to one DNS provider share: the caller, the deadlines and the account. */
export function createDnsProvider({ account, deadlines = DEADLINES, ...options }: DnsOptions) {
  return { call: createCaller(options), account, deadlines };
}

/** A write is sent once, so its attempt may use the whole time. */
export function writeDeadlines({ deadlines: { writeMs } }: DnsProvider) {
  return { attemptMs: writeMs, totalMs: writeMs };
}

/** Creates the caller of one DNS provider with its headers, its envelope and the shared call budget. */
function createCaller({ url, authorization, callsPer5Minutes }: Omit<DnsOptions, "account" | "deadlines">) {
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
