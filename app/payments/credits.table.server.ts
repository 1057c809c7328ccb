import { z } from "zod";
import { callDesk, lastSchema, readDesk } from "#app/desk/call-desk.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { outcomeSchema, type PaymentChange } from "./desk.table.server.ts";
import type { Due } from "./desk-forms.ts";
import { type BilledCustomer, customerSchema } from "./payments.table.server.ts";

/** Returns the bill with this reference and its customer; null for an unknown reference. */
export async function findBilledCustomer(reference: string): Promise<Result<BilledCustomer | null>> {
  const query = trustedClient().rpc("billed_customer", { bill_reference: reference });
  const rows = await readRows(query, customerSchema, "customer of a bill not read");
  return rows ? success(rows[0] ?? null) : failure(503, "We could not read this bill. Please try again.");
}

/** Keeps what a bill owes its customer as credit, with the mails. `staff`: null for the customer. */
export const storeKept = (staff: Staff | null, { reference, expectedKsh }: Due, mails: readonly Mail[]) =>
  callDesk("keep_credit", { staff, bill_reference: reference, expected_due: expectedKsh }, outcomeSchema, mails);

/** Stores that the customer wants what a bill owes to be sent back. */
export const storeWantedBack = ({ reference, expectedKsh }: Due): Promise<Result<PaymentChange>> =>
  callDesk("want_back", { bill_reference: reference, expected_due: expectedKsh }, outcomeSchema);

/** Pays a bill with its customer's credit. `expectedKsh`: how much of it the page said. `staff`: null for the customer. */
export const storeUsed = ({ reference, expectedKsh }: Due, staff: Staff | null): Promise<Result<PaymentChange>> =>
  callDesk("use_credit", { bill_reference: reference, expected_ksh: expectedKsh, staff }, outcomeSchema);

/** Stores who pays an unpaid bill. `expected`: the name and the PIN that the page had, with a line between. */
export const storeBuyerAtDesk = (staff: Staff, bill: string, buyer: { name: string; pin?: string }, expected: string) =>
  callDesk("desk_name_buyer", { staff, bill, buyer, expected }, outcomeSchema);

/** Returns a customer's balance in KSh; undefined if the database failed. */
export async function findCredit(customer: string): Promise<number | undefined> {
  const found = await readDesk("credit_left", { customer }, z.number());
  return found.ok ? found.value : undefined;
}

const personOutcome = z.object({
  outcome: z.enum(["done", "asked", "known", "same", "late", "wrong-amount", "unseen"]),
  last: lastSchema.default(null),
});
export type CreditChange = z.infer<typeof personOutcome>;

/** What is given: a sum with its reason, or the request with this id that somebody else made. */
export type Gift = { ksh: number; reason: string } | { asked: number };

/**
 * Gives a person credit as goodwill, or asks for it above the limit of one member of staff. The mails go out when it is
 * given.
 */
export const giveCredit = (staff: Staff, person: string, gift: Gift, mails: readonly Mail[]) =>
  callDesk(
    "desk_give_credit",
    { staff, person, gift: "asked" in gift ? {} : gift, asked: "asked" in gift ? gift.asked : null },
    personOutcome,
    mails,
  );

/** Stores that a person's credit was sent by M-PESA, whole or in part. */
export const payOutCredit = (
  staff: Staff,
  person: string,
  sent: { ksh: number; code: string },
  mails: readonly Mail[],
) => callDesk("desk_pay_out_credit", { staff, person, sent }, personOutcome, mails);
