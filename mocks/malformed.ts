import { HttpResponse } from "msw";

/**
 * What a mock answers to a call that its real provider would not understand: 400 with the reason. The test setup
 * fails a test that writes to console.error, so a malformed call fails the calling test.
 */
export function malformed(request: Request, reason: string) {
  const { method, url } = request;
  console.error(`A malformed call to the sandbox: ${method} ${new URL(url).pathname}: ${reason}`);
  return HttpResponse.json({ code: "MALFORMED_CALL", message: reason, error: reason }, { status: 400 });
}

/** The handler for paths and methods that a provider does not have. OPTIONS asks only whether the provider is there. */
export function unknownCall({ request }: { request: Request }) {
  if (request.method === "OPTIONS") return new HttpResponse(null, { status: 204 });
  return malformed(request, "this provider has no such path or method");
}
