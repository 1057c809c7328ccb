import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { findLinkedBill, findOwnBill } from "#app/gateways/payments/bills.server.ts";
import { requireUser } from "#app/http/auth.server.ts";
import type { Account } from "#app/model/account.ts";
import type { Bill } from "#app/model/payments/bill.ts";
import type { Result } from "#app/model/result.ts";
import { billOfLink } from "#app/use-cases/payments/pay-link.server.ts";
import { takesPayments } from "#app/use-cases/payments/pay-page.server.ts";

/** Returns the customer's own bill that the path names. Throws a 404 for any other, whether or not it exists. */
export async function requireOwnBill(args: LoaderFunctionArgs): Promise<{ bill: Bill; account: Account }> {
  const { account, supabase } = await requireUser(args.request, args.context);
  const id = z.uuid().safeParse(args.params.bill).data;
  return { bill: await found(args, id, (known) => findOwnBill(supabase, account.id, known)), account };
}

/** Returns the bill of a mailed link, for which nobody signs in. Throws a 404 for a link that is not ours or too old. */
export function requireLinkedBill(args: LoaderFunctionArgs): Promise<Bill> {
  return found(args, billOfLink(args.params.token), findLinkedBill);
}

async function found(
  { context }: LoaderFunctionArgs,
  id: string | undefined,
  find: (id: string) => Promise<Result<Bill | null>>,
): Promise<Bill> {
  if (id === undefined) throw unknownBill(context);
  const bill = await find(id);
  if (!bill.ok) throw data({ reference: context?.requestId }, { status: 503 });
  if (!bill.value) throw unknownBill(context);
  return bill.value;
}

/** Returns a 404 to throw. Without M-PESA the visitor gets the page of an unknown address. */
export function unknownBill(context: AppLoadContext | undefined) {
  if (!takesPayments && context) context.isHidden = true;
  return data(null, { status: 404 });
}
