/**
 * What a hosted auth service answers when it cannot send a mail, for the two addresses by which a tester asks for it
 * (docs/sandbox.md); undefined for every other address.
 */
export function mailFaultFor(email: string): Response | undefined {
  if (email.startsWith("maillimit@")) return failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
  if (email.startsWith("fail@")) return failure(500, "unexpected_failure", "Error sending confirmation email");
}

function failure(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status });
}
