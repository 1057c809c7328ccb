import { HttpResponse, http } from "msw";
import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { REFUSED_WORDS } from "#app/platform/settings/mpesa-settings.ts";
import { daraja } from "../daraja/daraja.ts";
import { neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";

/** The token that is valid: each new one invalidates the one before. */
let token = "";
let tokens = 0;

const askSchema = z.strictObject({
  BusinessShortCode: z.string(),
  Password: z.string(),
  Timestamp: z.string().regex(/^\d{14}$/),
  TransactionType: z.enum(["CustomerPayBillOnline", "CustomerBuyGoodsOnline"]),
  Amount: z.int().min(1),
  PartyA: z.string().regex(/^254\d{9}$/),
  PartyB: z.string(),
  PhoneNumber: z.string(),
  CallBackURL: z.url().refine((url) => !REFUSED_WORDS.test(new URL(url).pathname)),
  AccountReference: z.string().min(1).max(12),
  TransactionDesc: z.string().min(1).max(13),
});
const querySchema = askSchema.pick({ BusinessShortCode: true, Password: true, Timestamp: true }).extend({
  CheckoutRequestID: z.string(),
});
const listSchema = z.strictObject({
  ShortCode: z.string(),
  StartDate: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  EndDate: z.string(),
  OffSetValue: z.string(),
});

function error(status: number, errorCode: string, errorMessage: string) {
  return HttpResponse.json({ requestId: "16813-1590513-1", errorCode, errorMessage }, { status });
}

/** Reads a call's body. Returns the response for a wrong token, password or body instead. */
async function read<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  if (request.headers.get("Authorization") !== `Bearer ${token}` || token === "") {
    return error(404, "404.001.03", "Invalid Access Token");
  }
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (!parsed.success) return malformed(request, `the body is not as documented: ${parsed.error.issues[0]?.path}`);
  const signed = z.object({ Password: z.string(), Timestamp: z.string() }).safeParse(body).data;
  const { shortcode = "", passkey = "" } = env.mpesa ?? {};
  const password = signed && Buffer.from(shortcode + passkey + signed.Timestamp).toString("base64");
  return signed && signed.Password !== password ? error(500, "500.001.1001", "Wrong credentials") : parsed.data;
}

/** Daraja, the API of M-PESA. */
export const mpesaHandlers = [
  http.get("*/daraja/oauth/v1/generate", ({ request }) => {
    const { key, secret } = env.mpesa ?? {};
    const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
    if (request.headers.get("Authorization") !== basic)
      return error(400, "400.008.01", "Invalid Authentication passed");
    tokens += 1;
    token = `token-${tokens}`;
    return HttpResponse.json({ access_token: token, expires_in: "3599" });
  }),
  http.post("*/daraja/mpesa/stkpush/v1/processrequest", async ({ request }) => {
    const body = await read(request, askSchema);
    if (body instanceof Response) return body;
    const phone = body.PhoneNumber;
    if (phone.endsWith("500")) return error(500, "500.003.02", "System is busy. Please try again in few minutes.");
    const { AccountReference: reference, Amount: amount, CallBackURL: callbackUrl } = body;
    const prompt = daraja.prompt({ phone, amount, reference, callbackUrl });
    if (phone.endsWith("995")) return neverRespond(request);
    return HttpResponse.json({
      ...{ MerchantRequestID: prompt.merchantId, CheckoutRequestID: prompt.checkoutId, ResponseCode: "0" },
      ...{ ResponseDescription: "Success. Request accepted for processing", CustomerMessage: "Success." },
    });
  }),
  http.post("*/daraja/mpesa/stkpushquery/v1/query", async ({ request }) => {
    const body = await read(request, querySchema);
    if (body instanceof Response) return body;
    const prompt = daraja.prompts.get(body.CheckoutRequestID);
    if (!prompt) return error(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID");
    if (prompt.result === undefined) return error(500, "500.001.1001", "The transaction is being processed");
    return HttpResponse.json({
      ...{ ResponseCode: "0", ResponseDescription: "The service request has been accepted successsfully" },
      ...{ MerchantRequestID: prompt.merchantId, CheckoutRequestID: prompt.checkoutId },
      ...{ ResultCode: prompt.result, ResultDesc: prompt.result === "0" ? "Processed successfully." : "Not paid." },
    });
  }),
  http.post("*/daraja/pulltransactions/v1/query", async ({ request }) => {
    const body = await read(request, listSchema);
    if (body instanceof Response) return body;
    const from = Date.parse(`${body.StartDate.replace(" ", "T")}+03:00`);
    const all = [...daraja.money.values()].filter(
      ({ paidAt }) => paidAt.getTime() >= from && paidAt.getTime() <= nowMs(),
    );
    const offset = Number(body.OffSetValue);
    const page = all.slice(offset, offset + 100).map(({ code, amount, reference, paidAt }) => ({
      ...{ transactionId: code, trxDate: paidAt.toISOString(), msisdn: "254708374149", sender: "UAT2" },
      ...{ transactiontype: "c2b-pay-bill-debit", billreference: reference, amount: amount.toFixed(1) },
      organizationname: "Jirani",
    }));
    if (page.length === 0)
      return HttpResponse.json({ ResponseRefID: "1", ResponseCode: "1001", ResponseMessage: "None" });
    return HttpResponse.json({
      ResponseRefID: "1",
      ResponseCode: "1000",
      ResponseMessage: "Success",
      Response: [page],
    });
  }),
  http.all("*/daraja/*", unknownCall),
];
