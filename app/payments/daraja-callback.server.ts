import { z } from "zod";

/** Parses a text or a number, and returns it as a text of at most 100 characters. */
export const text = z.union([z.string(), z.number()]).transform((value) => storable(String(value), 100));

/**
 * Returns the first `most` characters of a text, without what PostgreSQL cannot store: NUL and unpaired surrogates. Payers can
 * type such characters in account numbers.
 */
export function storable(typed: string, most: number): string {
  return typed
    .slice(0, most)
    .replace(/\p{Cs}/gu, "")
    .replaceAll("\0", "");
}

/**
 * A callback as it is stored: without names and phone numbers. `amount` is as M-PESA sent it, `paidAt` is ISO 8601 or empty.
 * An STK callback without a code says that the prompt was not paid.
 */
export const callbackSchema = z.object({
  resultCode: z.string(),
  resultText: z.string(),
  merchantRequestId: z.string().optional(),
  checkoutRequestId: z.string().optional(),
  code: z.string().optional(),
  amount: z.string().optional(),
  paidAt: z.string(),
  reference: z.string().optional(),
  shortcode: z.string().optional(),
});
export type Callback = z.infer<typeof callbackSchema>;

const stkSchema = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: text.optional(),
      CheckoutRequestID: text.optional(),
      ResultCode: text,
      ResultDesc: z.string().catch(""),
      CallbackMetadata: z
        .object({ Item: z.array(z.object({ Name: z.string(), Value: text.optional() })) })
        .optional()
        .catch(undefined),
    }),
  }),
});

const paybillSchema = z.object({
  TransID: text.refine((code) => code.trim() !== ""),
  TransTime: text.optional(),
  TransAmount: text,
  BillRefNumber: text.nullish(),
  BusinessShortCode: text.optional(),
});

/** Reads the result of a prompt. Undefined if the body is no such callback. Source: Daraja documentation, "M-PESA Express". */
export function readStkCallback(body: unknown): Callback | undefined {
  const parsed = stkSchema.safeParse(body).data?.Body.stkCallback;
  if (!parsed) return undefined;
  const items = new Map(parsed.CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
  return {
    resultCode: parsed.ResultCode,
    resultText: storable(parsed.ResultDesc, 200),
    merchantRequestId: parsed.MerchantRequestID,
    checkoutRequestId: parsed.CheckoutRequestID,
    code: codeOf(items.get("MpesaReceiptNumber")),
    amount: items.get("Amount"),
    paidAt: nairobiIso(items.get("TransactionDate")),
  };
}

/** Reads a Pay Bill payment. Undefined if the body has another shape. Source: Daraja documentation, "Customer To Business". */
export function readPaybillCallback(body: unknown): Callback | undefined {
  const parsed = paybillSchema.safeParse(body).data;
  if (!parsed) return undefined;
  return {
    resultCode: "0",
    resultText: "",
    code: codeOf(parsed.TransID),
    amount: parsed.TransAmount,
    paidAt: nairobiIso(parsed.TransTime),
    reference: storable(parsed.BillRefNumber ?? "", 40),
    shortcode: parsed.BusinessShortCode,
  };
}

function codeOf(code: string | undefined): string | undefined {
  return code?.trim().toUpperCase();
}

/** Converts a time of this century in Nairobi, 20191219102115, to ISO 8601; returns an empty text for anything else. */
export function nairobiIso(time = ""): string {
  const [, year, month, day, hour, minute, second] = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`;
  return Number.isNaN(Date.parse(iso)) ? "" : new Date(iso).toISOString();
}
