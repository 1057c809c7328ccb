import { HttpResponse } from "msw";
import { faultOfName, neverAnswer, waitAs } from "../faults.ts";

/** A refusal with the domain provider's body. */
export function refuse(status: number, code: string, message: string, more = {}) {
  return HttpResponse.json({ code, message, ...more }, { status });
}

/** What every call answers for these fault words; undefined for the others. */
export function refusalAs(fault: string | undefined) {
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
 * Carries a call for a domain out, unless the domain's name asks for a fault. "lost" and, for a write, "garbage" are
 * carried out, and not answered.
 */
export async function answerAs(domain: string, request: Request, carryOut: () => Response): Promise<Response> {
  const fault = faultOfName(domain);
  if (fault === "timeout") return neverAnswer(request);
  await waitAs(fault);
  const isLost = fault === "lost" || (fault === "garbage" && request.method !== "GET");
  const refused = isLost ? undefined : refusalAs(fault);
  if (refused) return refused;
  const reply = carryOut();
  if (!isLost || !reply.ok) return reply;
  return fault === "lost" ? HttpResponse.error() : (refusalAs(fault) ?? reply);
}
