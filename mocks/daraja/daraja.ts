import { randomInt, randomUUID } from "node:crypto";
import { wholeShillings } from "#app/orders/bill.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { clockOf, nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { sandboxDelays } from "../faults.ts";

/** Money that arrived at the fake M-PESA. */
export type Money = { code: string; amount: number; reference: string; paidAt: Date };

/** A prompt on a phone. `result`: the result code that a query returns; undefined while the prompt is open. */
export type Prompt = {
  checkoutId: string;
  merchantId: string;
  phone: string;
  amount: number;
  reference: string;
  callbackUrl: string;
  result: string | undefined;
};

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const SYMBOLS = `${LETTERS}0123456789`;
/** A code begins with two letters, of the year and the month. */
const CODE = ["S", LETTERS, ...Array.from({ length: 8 }, () => SYMBOLS)];
const RESULTS: Record<string, [code: string, words: string]> = {
  "001": ["1", "The balance is insufficient for the transaction."],
  "017": ["17", "Rule limited."],
  "019": ["1019", "Transaction has expired"],
  "032": ["1032", "Request cancelled by user"],
  "037": ["1037", "DS timeout user cannot be reached"],
  "201": ["2001", "The initiator information is invalid."],
};

/** The fake M-PESA of this process. */
export const daraja = {
  prompts: new Map<string, Prompt>(),
  money: new Map<string, Money>(),
  /** The prompts that are being answered, until the last callback is delivered. */
  answers: new Set<Promise<void>>(),
  /** Posts a callback. Tests replace it. */
  deliver: async (url: string, body: unknown): Promise<unknown> =>
    fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),

  reset(): void {
    daraja.prompts.clear();
    daraja.money.clear();
  },

  /** Shows a prompt on a phone, and answers it as the last three digits of the phone say. */
  prompt(given: Pick<Prompt, "phone" | "amount" | "reference" | "callbackUrl">): Prompt {
    const prompt: Prompt = {
      ...given,
      checkoutId: `ws_CO_${randomUUID()}`,
      merchantId: randomUUID(),
      result: undefined,
    };
    daraja.prompts.set(prompt.checkoutId, prompt);
    const answering: Promise<void> = answer(prompt)
      .catch(() => {})
      .finally(() => daraja.answers.delete(answering));
    daraja.answers.add(answering);
    return prompt;
  },

  /** Lets money arrive. Returns it. */
  pay({ amount, reference }: Pick<Money, "amount" | "reference">): Money {
    const code = CODE.map((symbols) => symbols[randomInt(symbols.length)]).join("");
    const money = { code, amount, reference, paidAt: nowDate() };
    daraja.money.set(code, money);
    return money;
  },

  /** Reports a Pay Bill payment to the site. */
  reportPaybill({ code, amount, reference, paidAt }: Money): Promise<unknown> {
    const url = `${env.origin}/pay/c/${env.mpesa?.callbackPath}`;
    return quietly(
      daraja.deliver(url, {
        ...{ TransactionType: "Pay Bill", TransID: code, TransTime: stampOf(paidAt), TransAmount: amount.toFixed(2) },
        ...{
          BusinessShortCode: env.mpesa?.shortcode,
          BillRefNumber: reference,
          InvoiceNumber: "",
          OrgAccountBalance: "",
        },
        ...{ ThirdPartyTransID: "", MSISDN: "2547 ***** 126", FirstName: "NJERI", MiddleName: "", LastName: "" },
      }),
    );
  },

  /** Posts the callback of a prompt: that it was paid if `money` came, else the result code. */
  reportPrompt(
    prompt: Prompt,
    money: Money | undefined,
    { code = "0", words = "The service request is processed successfully.", url = prompt.callbackUrl } = {},
  ) {
    const items = money && [
      { Name: "Amount", Value: money.amount },
      { Name: "MpesaReceiptNumber", Value: money.code },
      { Name: "Balance" },
      { Name: "TransactionDate", Value: Number(stampOf(money.paidAt)) },
      { Name: "PhoneNumber", Value: Number(prompt.phone) },
    ];
    const stkCallback = {
      ...{ MerchantRequestID: prompt.merchantId, CheckoutRequestID: prompt.checkoutId },
      ...{ ResultCode: Number(code), ResultDesc: words, ...(items && { CallbackMetadata: { Item: items } }) },
    };
    return quietly(daraja.deliver(url, { Body: { stkCallback } }));
  },
};

/** Pays what the outbox's form says: any amount to any account number. Returns false if the amount is invalid. */
export async function payByHand(form: FormData): Promise<boolean> {
  const amount = wholeShillings(form.get("amount"));
  if (amount === undefined) return false;
  await daraja.reportPaybill(daraja.pay({ amount, reference: String(form.get("reference") ?? "") }));
  return true;
}

/** Ignores a failed delivery: that callback is lost, because Daraja does not promise to send it again. */
async function quietly(delivery: Promise<unknown>): Promise<unknown> {
  return delivery.catch(() => undefined);
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms).unref());

/** Answers a prompt by the last three digits of the phone; the table is in docs/sandbox.md. */
async function answer(prompt: Prompt): Promise<void> {
  const digits = prompt.phone.slice(-3);
  await pause(sandboxDelays.payMs);
  const refused = RESULTS[digits];
  if (refused) {
    const [code, words] = refused;
    prompt.result = code;
    await daraja.reportPrompt(prompt, undefined, { code, words });
    return;
  }
  const { reference } = prompt;
  if (digits === "993") {
    const forged = { code: "FORGED0001", amount: prompt.amount, reference, paidAt: nowDate() };
    await daraja.reportPrompt(prompt, forged, {
      url: prompt.callbackUrl.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    });
    return;
  }
  const money = daraja.pay({ amount: digits === "994" ? Math.ceil(prompt.amount / 2) : prompt.amount, reference });
  // With 996 the query says that it is open until the callback is sent; with 990 nobody ever says anything.
  if (digits === "996") await pause(sandboxDelays.lateMs);
  if (digits !== "990") prompt.result = digits === "991" ? "1037" : "0";
  if (digits === "990" || digits === "998") return;
  await daraja.reportPrompt(prompt, money);
  if (digits === "997") await daraja.reportPrompt(prompt, money);
  if (digits === "992") await daraja.reportPaybill(money);
}

function stampOf(moment: Date): string {
  return `${nairobiDay(moment).iso}${clockOf(moment)}`.replace(/\D/g, "");
}
