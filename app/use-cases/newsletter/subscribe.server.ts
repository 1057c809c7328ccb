import { verifyToken } from "#app/gateways/bot-check.server.ts";
import { sendConfirmationMail } from "#app/gateways/mail.server.ts";
import type { Delivery } from "#app/gateways/mail-worker.server.ts";
import { saveSubscriber, type Unsubscription } from "#app/gateways/newsletter-subscribers.server.ts";
import { firstNameIn } from "#app/model/first-name.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { type BotCheckPass, TOKEN_REFUSED_WORDS } from "../bot-protection/bot-check.server.ts";
import { welcome } from "./welcome.server.ts";

const FORM = "newsletter";
const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";

/**
 * Subscribes somebody to the newsletter: at once with a token, by a mail to confirm without one and for who has left before.
 * `key` is the idempotency key; `leaving` says whether they have left, undefined if the database could not tell. The page says
 * the same for every address. Source: docs/product.md, "Newsletter".
 */
export async function subscribe(
  reader: Subscription,
  { key, passed, leaving }: { key: string; passed: BotCheckPass; leaving: Unsubscription | undefined },
): Promise<Result<Delivery | null>> {
  if (passed.door === "A") {
    // Who has left must not be written to by mistake.
    if (!leaving) return failure(503, NOT_SUBSCRIBED);
    if (!leaving.hasLeft) return welcomeAtOnce(reader, { key, passed });
    const spent = await spendHere(passed);
    if (!spent.ok) return spent;
  }
  const kept = await saveSubscriber(reader, key);
  if (!kept.ok) return kept;
  const asked = await sendConfirmationMail("newsletter", kept.value, key);
  // The worker's words are shown; those of the mail service are about something else.
  return asked.ok ? asked : { ...asked, message: NOT_SUBSCRIBED };
}

type ByToken = Extract<BotCheckPass, { door: "A" }>;

/** Nobody has confirmed the address: of what was typed its mail has a first name alone. */
function welcomeAtOnce(reader: Subscription, { key, passed }: { key: string; passed: ByToken }) {
  const proof = passed.isVerified ? "proven" : { token: passed.token };
  return welcome({ ...reader, firstName: firstNameIn(reader.firstName), lastName: "" }, { key, proof });
}

/** Spends a token that the worker would have spent: whoever has left is not handed to it before they have confirmed. */
async function spendHere(passed: ByToken): Promise<Result<null>> {
  const verdict = passed.isVerified ? "accepted" : await verifyToken(passed.token, FORM);
  if (verdict === "accepted") return success(null);
  if (verdict === "silent") return failure(503, NOT_SUBSCRIBED);
  return { ...failure(403, TOKEN_REFUSED_WORDS.message), reason: "token-refused" };
}
