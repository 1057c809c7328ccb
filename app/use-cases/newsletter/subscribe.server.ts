import { verifyToken } from "#app/gateways/bot-check.server.ts";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import type { Delivery } from "#app/gateways/mail-worker.server.ts";
import { saveSubscriber, type Unsubscription } from "#app/gateways/newsletter-subscribers.server.ts";
import { firstNameIn } from "#app/model/first-name.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { type BotCheckPass, TOKEN_REFUSED } from "../bot-protection/bot-check.server.ts";
import { welcome } from "./welcome.server.ts";

const FORM = "newsletter";
const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";

/**
 * Subscribes somebody to the newsletter: at once with a token; by a mail to confirm without one, and for former subscribers.
 * `key` is the idempotency key; `leaving` says whether the person has unsubscribed before, undefined if the database failed. The
 * page says the same for every address. Source: docs/product.md, "Newsletter".
 */
export async function subscribe(
  subscriber: Subscription,
  { key, passed, leaving }: { key: string; passed: BotCheckPass; leaving: Unsubscription | undefined },
): Promise<Result<Delivery | null>> {
  if (passed.path === "widget") {
    // Never mail an unsubscribed person by mistake.
    if (!leaving) return failure(503, NOT_SUBSCRIBED);
    if (!leaving.hasLeft) return welcomeAtOnce(subscriber, { key, passed });
    const spent = await verifyHere(passed);
    if (!spent.ok) return spent;
  }
  const kept = await saveSubscriber(subscriber, key);
  if (!kept.ok) return kept;
  const asked = await askToConfirm("newsletter", kept.value, key);
  // The worker's message may be shown; the mail service's is about something else.
  return asked.ok ? asked : { ...asked, message: NOT_SUBSCRIBED };
}

type WidgetPass = Extract<BotCheckPass, { path: "widget" }>;

/** The address is not confirmed, so the mail contains only the first name. */
function welcomeAtOnce(subscriber: Subscription, { key, passed }: { key: string; passed: WidgetPass }) {
  const proof = passed.isVerified ? "proven" : { token: passed.token };
  return welcome({ ...subscriber, firstName: firstNameIn(subscriber.firstName), lastName: "" }, { key, proof });
}

/** Spends the token here, because the worker must not get the address of a former subscriber before they confirm. */
async function verifyHere(passed: WidgetPass): Promise<Result<null>> {
  const verdict = passed.isVerified ? "accepted" : await verifyToken(passed.token, FORM);
  if (verdict === "accepted") return success(null);
  if (verdict === "silent") return failure(503, NOT_SUBSCRIBED);
  return { ...failure(403, TOKEN_REFUSED.message), reason: "token-refused" };
}
