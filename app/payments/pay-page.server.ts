import type { Bill } from "#app/orders/bill.ts";
import { listBillOrders } from "#app/orders/orders.table.server.ts";
import { consumeAll, type LimitUse, type RateLimitResult, refund } from "#app/platform/abuse/limits.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, success } from "#app/platform/result.ts";
import { readBillSnapshot } from "./bill-payments.table.server.ts";
import { lineWords } from "./issue-receipts.server.ts";
import { paidByWords, wayOf } from "./pay-ways.ts";
import { payStatus, TYPED_WORDS } from "./pay-words.ts";

export type PayPage = NonNullable<Awaited<ReturnType<typeof readPayPage>> & { ok: true }>["value"];

/** Returns what the page of a bill shows. `looks`: how often the page has reloaded to see the outcome of a prompt. */
export async function readPayPage({ id }: Pick<Bill, "id">, looks: number) {
  const [orders, snapshot] = await Promise.all([listBillOrders(id), readBillSnapshot(id)]);
  if (!orders || !snapshot || !env.mpesa) {
    return failure(503, "We can’t read this bill right now. Please try again.");
  }
  const { bill, state, prompt, payments, typed, has_receipt, refund_left } = snapshot;
  const missing = bill.missingKsh;
  const held = payments.filter((one) => one.state === "held");
  const heldKsh = held.reduce((sum, one) => sum + one.amount_ksh, 0);
  const hasArrived = payments.some(({ prompt_id }) => prompt_id !== null && prompt_id === prompt?.id);
  const { shortcode, till, mostKsh } = env.mpesa;
  const isPayable = state === "open" || state === "part";
  return success({
    id: bill.id,
    state,
    missing,
    amount: bill.amountKsh,
    reference: bill.reference,
    surplus: bill.surplusKsh,
    // Includes what was paid for a bill of which no order is left.
    refundDue: refund_left,
    // The code that the customer typed, until a payment of this bill has it.
    typed: typed && { code: bill.typedCode ?? "", words: TYPED_WORDS[typed] },
    paidBy: payments.filter((one) => one.state === "counted").map(paidByWords),
    hasReceipt: has_receipt,
    items: orders.map(({ kind, domain, priceKsh }) => ({ what: lineWords(kind, domain), ksh: priceKsh })),
    // Above M-PESA's limit only a bank transfer works, which staff explain.
    isTooMuch: missing > mostKsh,
    status: isPayable
      ? payStatus({
          prompt,
          heldKsh,
          heldWays: held.map(({ source }) => wayOf(source)),
          hasArrived,
          looks,
          now: nowMs(),
        })
      : undefined,
    number: { value: till ?? shortcode, isTill: till !== undefined },
    askedPhone: prompt?.phone,
  });
}

/** Counts one prompt towards the limits: of the bill, of the customer, and of the phone over all accounts. */
export function consumePrompt(bill: Bill, phone: string): Promise<RateLimitResult> {
  return consumeAll(promptUses(bill, phone));
}

/** Takes a prompt off the limits again, because an error of the site or of M-PESA prevented it from reaching the phone. */
export async function refundPrompt(bill: Bill, phone: string): Promise<void> {
  await Promise.all(promptUses(bill, phone).map((use) => refund(...use)));
}

const promptUses = ({ id, userId }: Bill, phone: string): LimitUse[] => [
  ["promptsOfBill", id],
  ["promptsOfUser", userId],
  ["promptsToPhone", phone],
];
