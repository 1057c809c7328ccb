import { HttpResponse } from "msw";
import type { ZoneRecord } from "../zones.ts";
import type { RecordError } from "./record-errors.ts";

/** Returns a success in Cloudflare's envelope. */
export function succeed(result: unknown, more = {}) {
  return HttpResponse.json({ result, success: true, errors: [], messages: [], ...more });
}

/** Returns a failure in Cloudflare's envelope, in one of its two shapes. */
export function fail(
  status: number,
  { code, message, isNested = false }: Omit<RecordError, "isNested"> & { isNested?: boolean },
  headers = {},
) {
  const error = isNested
    ? { code: 1004, message: "DNS Validation Error", error_chain: [{ code, message }] }
    : { code, message };
  return HttpResponse.json({ result: null, success: false, errors: [error], messages: [] }, { status, headers });
}

/** Returns a record as the provider sends it. */
export function toWire({ proxied, ttl, ...record }: ZoneRecord) {
  const proxiable = ["A", "AAAA", "CNAME"].includes(record.type);
  return { ...record, proxiable, proxied, ttl: proxied ? 1 : ttl, settings: {}, meta: {}, tags: [] };
}

/** Returns the response of a magic word that fails every call alike; undefined for any other word. */
export function faultReply(fault: string | undefined) {
  switch (fault) {
    case "ratelimit":
      return fail(
        429,
        { code: 971, message: "Please wait and consider throttling your request speed" },
        { "Retry-After": "300" },
      );
    case "forbidden":
      return fail(403, { code: 10_000, message: "Authentication error" });
    case "error500":
      return fail(500, { code: 10_001, message: "Internal server error" });
  }
}

/** Returns a response with truncated JSON. */
export function truncatedJson() {
  return new HttpResponse('{"result":{"id":"', { headers: { "Content-Type": "application/json" } });
}
