import { consumeAll, countUse, type LimitUse, refund } from "#app/platform/abuse/limits.server.ts";
import { type Result, tooMany } from "#app/platform/result.ts";

const SENT_TOO_OFTEN =
  "You have sent several messages. Please wait a while, or write to us by e-mail. What you typed is still here.";

type Written = { key: string; ipAddress: string | undefined; email: string };

/**
 * Sends a visitor's message with this idempotency key, within the limits of contact messages. A message counts once, however
 * often it is sent again, and only if it was sent, is queued, or may have arrived. A message is counted before it is sent, so
 * that parallel messages count too. Returns the outcome of `send`, or the failure "over-limit". Source:
 * docs/product/limits-and-outages.md, "Limits".
 */
export async function sendWithinLimits<T>(
  { key, ipAddress, email }: Written,
  send: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if ((await countUse("contactMessage", key)) > 1) return send();
  const uses: LimitUse[] = [
    ["contactFromAddress", ipAddress],
    ["contactFromEmail", email],
  ];
  const limit = await consumeAll(uses);
  if (!limit.ok) {
    await refund("contactMessage", key);
    return tooMany(SENT_TOO_OFTEN, limit.retryAfterSeconds);
  }
  const sent = await send();
  if (!mayHaveArrived(sent))
    await Promise.all([["contactMessage", key] as const, ...uses].map((use) => refund(...use)));
  return sent;
}

/**
 * Returns whether a message counts. It does not if the reason is "down" (neither the write nor the look-up was answered): an
 * outage must not use up anybody's messages.
 */
function mayHaveArrived(sent: Result<unknown>): boolean {
  return sent.ok || sent.reason === "queued" || (sent.isUnknown === true && sent.reason !== "down");
}
