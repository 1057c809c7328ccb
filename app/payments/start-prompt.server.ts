import type { Bill } from "#app/orders/bill.ts";
import { consumeAll, type LimitUse, refund } from "#app/platform/abuse/limits.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { toKenyanMobile } from "#app/platform/text/phone.server.ts";
import { readPayPage } from "./pay-page.server.ts";
import { localNumber } from "./phone-words.ts";
import { findLastPhone } from "./prompts.table.server.ts";
import { askPhone } from "./send-prompt.server.ts";

export type PayableBill = Pick<Bill, "id" | "userId" | "reference">;

/**
 * What became of a form that sends a payment prompt. "sent": the bill's page says what M-PESA makes of it. "waiting": nothing
 * was sent, because a prompt is open (`isAtPhone`, `until`) or money is being confirmed. "refused": nothing was sent, with the
 * reason.
 */
export type StartedPrompt =
  | { kind: "sent" }
  | { kind: "waiting"; isAtPhone: boolean; until: string | undefined }
  | { kind: "refused"; message: string; status: number; retryAfterSeconds?: number };

const TOO_OFTEN = "We have asked this often enough. Pay by Pay Bill below, or try again later.";

/**
 * Sends a payment prompt for what is missing of a bill to a phone (E.164), within the limits. `isFirst`: the form of an order
 * asks for it. Such a form sends at most the first prompt of its bill, however often it is sent; if the bill has had one, the
 * bill's page says what became of it. Source: docs/product/payments.md, "Payments".
 */
export async function startPrompt(bill: PayableBill, phone: string, { isFirst = false } = {}): Promise<StartedPrompt> {
  const shown = await readPayPage(bill, 0);
  const { status, asked, state, isTooMuch } = shown.ok ? shown.value : {};
  if (status?.mayAsk === false) {
    // A form that is sent while a prompt is open sends no prompt, so it counts towards no limit.
    return { kind: "waiting", isAtPhone: status.isAtPhone === true, until: asked?.until };
  }
  if (isFirst && shown.ok && (asked || isTooMuch || state !== "open")) return { kind: "sent" };
  const uses = usesOf(bill, phone);
  const limit = await consumeAll(uses);
  if (!limit.ok) {
    return { kind: "refused", message: TOO_OFTEN, status: 429, retryAfterSeconds: limit.retryAfterSeconds };
  }
  const sent = await askPhone(bill, phone, isFirst);
  // An error of the site or of M-PESA prevented the prompt from reaching the phone.
  if (!sent.ok || sent.value?.isOurFault) await Promise.all(uses.map((use) => refund(...use)));
  return sent.ok ? { kind: "sent" } : { kind: "refused", message: sent.message, status: statusOf(sent) };
}

/** The limits of prompts: of the bill, of the customer, and of the phone over all accounts. */
const usesOf = ({ id, userId }: PayableBill, phone: string): LimitUse[] => [
  ["promptsOfBill", id],
  ["promptsOfUser", userId],
  ["promptsToPhone", phone],
];

type Owner = { id: string; phone?: string | undefined };

/**
 * Returns the number by which the form of a prompt is filled, as people dial it: the one that was asked last for this bill
 * (`asked`), else that of the customer's profile, else that of their last bill. Empty without any.
 */
export async function knownPhone(owner: Owner, asked = ""): Promise<string> {
  const last = async () => toKenyanMobile((await findLastPhone(owner.id)) ?? "");
  const known = toKenyanMobile(asked) ?? toKenyanMobile(owner.phone ?? "") ?? (await last());
  return known ? localNumber(known) : "";
}
