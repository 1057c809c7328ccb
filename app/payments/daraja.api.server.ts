import { z } from "zod";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { MpesaSettings } from "#app/platform/settings/mpesa-settings.ts";
import { clockOf, nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { nairobiIso, storable, text } from "./daraja-callback.server.ts";
import { createDarajaCaller } from "./daraja-caller.api.server.ts";
import { PENDING_CODE } from "./results.ts";

/** A prompt to send. `phone` is E.164, `amountKsh` whole KSh, `reference` at most 12 characters. */
type Ask = { phone: string; amountKsh: number; reference: string; callbackUrl: string };

/** "unknown": the reply was lost, and the phone may show the prompt. "refused": the phone does not show it. */
export type AskOutcome =
  | { kind: "sent"; merchantRequestId: string; checkoutRequestId: string }
  | { kind: "refused"; code: string; text: string }
  | { kind: "unknown" };

/** How a prompt ended. "pending": it is still open; "silent": the provider did not say. */
export type QueryOutcome = { kind: "ended"; code: string; text: string } | { kind: "pending" | "silent" };

/** A payment from the provider's list. `amount` is as M-PESA sent it; `paidAt` is ISO 8601, or empty if unknown. */
export type ListedPayment = { code: string; amount: string; paidAt: string; reference: string };

/** A provider of mobile payments. It never repeats a prompt by itself. */
export type PayProvider = {
  sendPrompt(prompt: Ask): Promise<AskOutcome>;
  query(checkoutRequestId: string): Promise<QueryOutcome>;
  /** Lists the payments between two moments, at most 48 hours back. */
  list(from: Date, to: Date): Promise<Result<ListedPayment[]>>;
};

/** Payments are listed in pages of this size. */
const PAGE = 100;
const MAX_PAGES = 20;
/** The code of an empty list: there were no payments between these moments. */
const NONE = "1001";

const askSchema = z.object({
  MerchantRequestID: text,
  CheckoutRequestID: text,
  ResponseCode: text,
  ResponseDescription: z.string().catch(""),
});
const querySchema = z.object({ ResultCode: text, ResultDesc: z.string().catch("") });
const listedSchema = z.object({
  transactionId: text,
  trxDate: z.string().catch(""),
  billreference: text.catch(""),
  amount: text,
});
const listSchema = z.object({
  ResponseCode: text.optional(),
  Response: z.array(z.union([listedSchema, z.array(listedSchema)])).catch([]),
});

/** Creates a client of Daraja, the API of M-PESA. Source: Daraja documentation, "M-PESA Express" and "Pull Transaction". */
export function createMpesa(settings: MpesaSettings): PayProvider {
  const { shortcode, till } = settings;
  const call = createDarajaCaller(settings);

  async function sendPrompt({ phone, amountKsh, reference, callbackUrl }: Ask): Promise<AskOutcome> {
    const number = phone.replace(/^\+/, "");
    const response = await call({
      op: "ask",
      path: ["mpesa", "stkpush", "v1", "processrequest"],
      body: {
        ...darajaSignature(settings),
        TransactionType: till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
        Amount: amountKsh,
        PartyA: number,
        PartyB: till ?? shortcode,
        PhoneNumber: number,
        CallBackURL: callbackUrl,
        AccountReference: reference,
        TransactionDesc: "Order",
      },
      schema: askSchema,
    });
    if (!response.ok) {
      const wasSent = response.isUnknown || response.status >= 500;
      return wasSent ? { kind: "unknown" } : { kind: "refused", code: "", text: response.message };
    }
    if ("errorCode" in response.value) return refused(response.value.errorCode, response.value.errorMessage);
    const { MerchantRequestID, CheckoutRequestID, ResponseCode, ResponseDescription } = response.value;
    if (ResponseCode !== "0") return refused(ResponseCode, ResponseDescription);
    return { kind: "sent", merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID };
  }

  async function query(checkoutRequestId: string): Promise<QueryOutcome> {
    const response = await call({
      op: "query",
      path: ["mpesa", "stkpushquery", "v1", "query"],
      body: { ...darajaSignature(settings), CheckoutRequestID: checkoutRequestId },
      schema: querySchema,
    });
    if (!response.ok) return { kind: "silent" };
    if ("errorCode" in response.value) {
      const { errorCode, errorMessage } = response.value;
      return { kind: errorCode === PENDING_CODE && /process/i.test(errorMessage) ? "pending" : "silent" };
    }
    return { kind: "ended", code: response.value.ResultCode, text: storable(response.value.ResultDesc, 200) };
  }

  async function list(from: Date, to: Date): Promise<Result<ListedPayment[]>> {
    const found: ListedPayment[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const response = await call({
        op: "list",
        path: ["pulltransactions", "v1", "query"],
        body: {
          ShortCode: shortcode,
          StartDate: dayTime(from),
          EndDate: dayTime(to),
          OffSetValue: String(page * PAGE),
        },
        schema: listSchema,
      });
      if (!response.ok) return response;
      if ("errorCode" in response.value) {
        const { errorCode: code, errorMessage: reason } = response.value;
        log.error({ code, reason }, "payments not listed");
        return failure(0, reason);
      }
      if (response.value.ResponseCode === NONE) break;
      const rows = response.value.Response.flat();
      found.push(...rows.map(asListed));
      if (rows.length < PAGE) break;
    }
    return success(found);
  }

  return { sendPrompt, query, list };
}

/** Returns the fields that sign a call about a prompt. `Password` contains the time that `Timestamp` has. */
export function darajaSignature({ shortcode, passkey }: Pick<MpesaSettings, "shortcode" | "passkey">) {
  const timestamp = stampOf(nowDate());
  const password = Buffer.from(shortcode + passkey + timestamp).toString("base64");
  return { BusinessShortCode: shortcode, Password: password, Timestamp: timestamp };
}

function refused(code: string, text: string): AskOutcome {
  return { kind: "refused", code, text: storable(text, 200) };
}

function asListed({ transactionId, trxDate, billreference, amount }: z.infer<typeof listedSchema>): ListedPayment {
  const time = Date.parse(trxDate);
  const paidAt = Number.isNaN(time) ? nairobiIso(trxDate) : new Date(time).toISOString();
  return { code: transactionId.trim().toUpperCase(), amount, paidAt, reference: storable(billreference, 40) };
}

/** Formats a time in Nairobi as 20261202080000. */
function stampOf(moment: Date): string {
  return dayTime(moment).replace(/\D/g, "");
}

/** Formats a time in Nairobi as 2026-12-02 08:00:00. */
function dayTime(moment: Date): string {
  return `${nairobiDay(moment).iso} ${clockOf(moment)}`;
}

/** M-PESA, or null without its settings. */
export const mpesa: PayProvider | null = env.mpesa && createMpesa(env.mpesa);
