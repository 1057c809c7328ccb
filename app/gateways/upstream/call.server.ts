import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Failure, FieldFailure } from "#app/model/result.ts";

/** What a reply says about a failure. `status` stands in for the HTTP status where that one says too little. */
export type ReplyFailure = {
  message?: string | undefined;
  code?: string | undefined;
  status?: number | undefined;
  fields?: readonly FieldFailure[] | undefined;
};

/** A call to a provider, as `requestJson` takes it. */
export type UpstreamCall<T> = {
  /** Names the service in the log and, with `base`, its circuit breaker. */
  service: string;
  op: string;
  /** Address without a slash at the end; the segments of `path` are encoded. */
  base: string;
  path: string[];
  query?: Record<string, string>;
  /** OPTIONS asks whether anybody is there, and changes nothing. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** What the reply must be; an empty reply is undefined. */
  schema: z.ZodType<T>;
  /** A 4xx whose body fits this is an answer as well. */
  refusalSchema?: z.ZodType<T>;
  /** What to say when no answer came, or none that could be read. */
  fallbackMessage: string;
  /** The words in a reply that is not OK; without it the body's `message`. Undefined: "HTTP error! status: N". */
  messageOf?: (body: unknown) => string | undefined;
  /** What a reply says about its own failure. It is asked whatever the status: an OK that holds one is refused as well. */
  refusalIn?: (body: unknown) => ReplyFailure | undefined;
  /** Asked before each attempt: a refusal is given back and nothing is called. */
  admit?: () => Promise<Failure | null>;
  /** Milliseconds for one attempt, and for the whole call with its pauses. */
  deadlines?: { attemptMs: number; totalMs: number };
  /** What lets us in is a visitor's: that it does not is no fault of ours. */
  isLetInByVisitor?: boolean;
  /** Connections; without it those that give up connecting after three seconds. */
  dispatcher?: Dispatcher;
};
