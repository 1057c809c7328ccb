import { verifyToken } from "#app/gateways/bot-check.server.ts";
import { askToConfirm } from "#app/gateways/mail.server.ts";
import { type Delivery, deliverySchema } from "#app/gateways/mail-worker.server.ts";
import { keepReader, type Leaving, leavingOf } from "#app/gateways/newsletter-readers.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import { firstNameIn } from "#app/model/first-name.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import { dailyMails } from "../mail/mail-allowance.server.ts";
import type { Mailed, Sender } from "../mail/mailed.server.ts";
import { checkHuman, type Passed, TOKEN_REFUSED_WORDS } from "../person/bot-check.server.ts";
import { welcome } from "./welcome.server.ts";

const FORM = "newsletter";
const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";

/**
 * Subscribes somebody to the newsletter: at once with a token, by a mail to confirm without, and for whoever has left before.
 * All look the same, for every address. Source: docs/product.md, "Newsletter".
 */
export const SUBSCRIBING: Mailed<Subscription, Delivery | null, Leaving> = {
  form: FORM,
  allowance: dailyMails,
  check: (asked) => checkHuman({ form: FORM, ...asked }),
  know: ({ email }) => leavingOf(email),
  // Somebody who has left and comes back the same day types the same, and means it again.
  same: (reader, known) => ({ ...reader, left: known?.leftAt }),
  outcome: deliverySchema.nullable(),
  deliver: take,
};

async function take(
  reader: Subscription,
  { key, passed, known }: Sender & { known: Leaving | undefined },
): Promise<Answer<Delivery | null>> {
  if (passed.door === "A") {
    // Who has left must not be written to by mistake.
    if (!known) return refusal(503, NOT_SUBSCRIBED);
    if (!known.hasLeft) return welcomeAtOnce(reader, { key, passed });
    const spent = await spendHere(passed);
    if (!spent.ok) return spent;
  }
  const kept = await keepReader(reader, key);
  if (!kept.ok) return kept;
  const asked = await askToConfirm("newsletter", kept.value, key);
  // The worker's words are shown; those of the mail service are about something else.
  return asked.ok ? asked : { ...asked, message: NOT_SUBSCRIBED };
}

type ByToken = Extract<Passed, { door: "A" }>;

/** Nobody has confirmed the address: of what was typed its mail has a first name alone. */
function welcomeAtOnce(reader: Subscription, { key, passed }: { key: string; passed: ByToken }) {
  const proof = passed.isVerified ? "proven" : { token: passed.token };
  return welcome({ ...reader, firstName: firstNameIn(reader.firstName), lastName: "" }, { key, proof });
}

/** Spends a token that the worker would have spent: whoever has left is not handed to it before they have confirmed. */
async function spendHere(passed: ByToken): Promise<Answer<null>> {
  const verdict = passed.isVerified ? "accepted" : await verifyToken(passed.token, FORM);
  if (verdict === "accepted") return answer(null);
  if (verdict === "silent") return refusal(503, NOT_SUBSCRIBED);
  return { ...refusal(403, TOKEN_REFUSED_WORDS.message), reason: "token-refused" };
}
