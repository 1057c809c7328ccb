import type { AppLoadContext } from "@remix-run/node";
import type { Bill } from "#app/orders/bill.ts";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { readPayPage } from "#app/payments/pay-page.server.ts";
import { textFailure } from "#app/platform/http/outage.server.ts";
import { unknownBill } from "./find-bill.ts";

/**
 * Answers the script of a bill's page (`pay-script.tsx`), which asks whether anything has changed: the key of the page's state,
 * and the words of its line. No personal data.
 */
export async function billState(bill: Bill, context: AppLoadContext | undefined): Promise<Response> {
  if (!takesPayments) throw unknownBill(context);
  const read = await readPayPage(bill, 0);
  if (!read.ok) return textFailure(read.message);
  const { key, status } = read.value;
  return Response.json(
    { key, words: status?.text ?? "", isLate: status?.isLate === true },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}
