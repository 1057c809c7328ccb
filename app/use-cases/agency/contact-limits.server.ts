import { consume, type RateLimitResult } from "../limits.server.ts";

export const SENT_TOO_OFTEN =
  "You have sent several messages. Please wait a while, or write to us by e-mail. What you typed is still here.";

/** Counts a message of a visitor who writes from an IP address. Source: docs/product.md, "Limits". */
export async function consumeContact(ipAddress: string | undefined, email: string): Promise<RateLimitResult> {
  const byAddress = await consume("contactFromAddress", ipAddress);
  return byAddress.ok ? consume("contactFromEmail", email) : byAddress;
}
