import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Failure, FieldFailure } from "../result.ts";
import type { DeadlineName } from "./deadlines.server.ts";

/** A failure that a reply body describes. `status` replaces the HTTP status if that is too general. */
export type ReplyFailure = {
  message?: string | undefined;
  code?: string | undefined;
  status?: number | undefined;
  fields?: readonly FieldFailure[] | undefined;
};

/** Options of `requestJson`. */
export type UpstreamCall<T> = {
  /** Name of the service in the log and, with `base`, of its circuit breaker. */
  service: string;
  op: string;
  /** URL without a trailing slash; the segments of `path` are encoded. */
  base: string;
  path: string[];
  query?: Record<string, string>;
  /** OPTIONS checks that the service is there and changes nothing. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Schema of the reply; an empty reply is undefined. */
  schema: z.ZodType<T>;
  /**
   * A 4xx reply that fits this schema is a success too. If `reads5xx` is set, so is a 5xx reply that fits; the service then
   * does not count as down.
   */
  otherSchema?: z.ZodType<T>;
  reads5xx?: boolean;
  /** The longest reply that is read; by default 1 MB. */
  mostBytes?: number;
  /** Message if there is no readable reply. */
  fallbackMessage: string;
  /**
   * Returns the message of an error reply. By default that is the body's `message`, or "HTTP error! status: N" for a body
   * without `message`.
   */
  messageOf?: (body: unknown) => string | undefined;
  /** Returns the failure that a body describes; also called for 2xx replies, which then fail. */
  failureIn?: (body: unknown) => ReplyFailure | undefined;
  /** Called before each attempt. If it returns a failure, the call ends with that failure and nothing is sent. */
  admit?: () => Promise<Failure | null>;
  /** `attempt`: for one attempt. `total`: for the whole call with its pauses. A number is milliseconds. */
  deadlines?: { attempt: DeadlineName | number; total: DeadlineName | number };
  /** Whether the visitor's token authorises the call: then a rejected token is not the site's fault. */
  usesVisitorToken?: boolean;
  /** Connections; by default those with a connect timeout of three seconds. */
  dispatcher?: Dispatcher;
};
