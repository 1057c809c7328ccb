import { HttpResponse } from "msw";
import { delayIfSlow, faultOfName, neverRespond } from "../faults.ts";

/** Returns an error with the domain provider's body. */
export function refuse(status: number, code: string, message: string, more = {}) {
  return HttpResponse.json({ code, message, ...more }, { status });
}

/** Returns the response of a magic word that fails every call alike; undefined for any other word. */
export function faultResponse(fault: string | undefined) {
  switch (fault) {
    case "ratelimit":
      return refuse(429, "TOO_MANY_REQUESTS", "Too many requests received within interval", { retryAfterSec: 30 });
    case "forbidden":
      return refuse(403, "ACCESS_DENIED", "Authenticated user is not allowed access");
    case "error500":
      return refuse(500, "INTERNAL_SERVER_ERROR", "Internal server error");
    case "garbage":
      return new HttpResponse('{"available":tr', { headers: { "Content-Type": "application/json" } });
  }
}

/**
 * Carries out a call for a domain, unless its name has a magic word that fails the call. With "lost", and with "garbage" in a
 * write, the call is carried out, but its response is lost or broken.
 */
export async function respondFor(domain: string, request: Request, carryOut: () => Response): Promise<Response> {
  const fault = faultOfName(domain);
  if (fault === "timeout") return neverRespond(request);
  await delayIfSlow(fault);
  const isLost = fault === "lost" || (fault === "garbage" && request.method !== "GET");
  const refused = isLost ? undefined : faultResponse(fault);
  if (refused) return refused;
  const response = carryOut();
  if (!isLost || !response.ok) return response;
  return fault === "lost" ? HttpResponse.error() : (faultResponse(fault) ?? response);
}
