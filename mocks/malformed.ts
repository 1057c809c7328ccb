import { HttpResponse } from "msw";

/**
 * Returns 400 with the reason, for a call that the real provider would not understand, and writes to console.error, which fails
 * the calling test.
 */
export function malformed(request: Request, reason: string) {
  const { method, url } = request;
  console.error(`A malformed call to the sandbox: ${method} ${new URL(url).pathname}: ${reason}`);
  return HttpResponse.json({ code: "MALFORMED_CALL", message: reason, error: reason }, { status: 400 });
}

/** Handles paths and methods that a provider does not have. OPTIONS is accepted: the doctor uses it as a probe. */
export function unknownCall({ request }: { request: Request }) {
  if (request.method === "OPTIONS") return new HttpResponse(null, { status: 204 });
  return malformed(request, "this provider has no such path or method");
}
