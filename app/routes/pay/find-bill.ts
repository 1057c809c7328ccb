import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "#app/accounts/auth.server.ts";
import type { Bill } from "#app/orders/bill.ts";
import { findLinkedBill, findOwnBill } from "#app/orders/bills.table.server.ts";
import { billOfLink, takesPayments } from "#app/orders/new-bill.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { keepPosted, outage } from "#app/platform/http/outage.server.ts";
import type { Result } from "#app/platform/result.ts";

/** Returns the customer's own bill that the path names. Throws a 404 for any other, whether or not it exists. */
export async function requireOwnBill(args: LoaderFunctionArgs): Promise<{ bill: Bill; account: Account }> {
  const { account, supabase } = await requireUser(args.request, args.context);
  const id = z.uuid().safeParse(args.params.bill).data;
  const bill = id === undefined ? null : await read(args.context, findOwnBill(supabase, account.id, id));
  if (!bill) throw unknownBill(args.context);
  return { bill, account };
}

/**
 * Returns the bill of a mailed link, for which nobody signs in. Null for a link that is too old, was cut off or was not made
 * by this site.
 */
export async function findLinked({ request, context, params }: LoaderFunctionArgs): Promise<Bill | null> {
  await keepPosted(request, context);
  const id = billOfLink(params.token);
  if (id !== undefined) return read(context, findLinkedBill(id));
  if (!takesPayments) throw unknownBill(context);
  return null;
}

/** Returns the bill of a mailed link. Throws a 404 if the link does not work. */
export async function requireLinkedBill(args: LoaderFunctionArgs): Promise<Bill> {
  const bill = await findLinked(args);
  if (!bill) throw unknownBill(args.context);
  return bill;
}

async function read(context: AppLoadContext | undefined, finding: Promise<Result<Bill | null>>) {
  const bill = await finding;
  if (!bill.ok) throw outage(context);
  return bill.value;
}

/** Returns a 404 to throw. Without M-PESA the visitor gets the page of an unknown address. */
export function unknownBill(context: AppLoadContext | undefined) {
  if (!takesPayments && context) context.isHidden = true;
  return data(null, { status: 404 });
}
