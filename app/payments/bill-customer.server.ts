import { findDeskOrder } from "#app/orders/desk.table.server.ts";
import { customerFacts } from "#app/orders/desk-view.server.ts";
import { mailLink } from "#app/platform/brand.ts";
import type { Bill } from "./desk-view.ts";

/**
 * Returns whose a bill is and how staff reach the customer, as its first order has it; only the address if that cannot be read.
 * Nothing for a payment without a bill.
 */
export async function readBillCustomer(bill: Pick<Bill, "email" | "orders"> | null) {
  if (bill === null) return [];
  const [first] = bill.orders;
  const found = first && (await findDeskOrder(first.id));
  if (found?.ok && found.value) return customerFacts(found.value);
  const { email } = bill;
  return [
    {
      label: "Customer",
      parts: [email === null ? { value: "The account is gone" } : { value: email, href: mailLink(email) }],
    },
  ];
}
