import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";

const NOT_READ = "This setting could not be read.";
const NOT_SAVED = "We could not save that. Please try again: nothing is done twice.";

const contactSchema = z
  .object({ email: z.string(), status: z.enum(["unconfirmed", "confirmed"]) })
  .transform(({ email, status }) => ({ email, isConfirmed: status === "confirmed" }));

/** The second address of a customer, which gets copies of mails about money once it has confirmed. */
export type BillingContact = z.infer<typeof contactSchema>;

/** Returns a customer's billing contact, or null. Takes the customer's own client. */
export async function findBillingContact(supabase: Supabase, userId: string): Promise<Result<BillingContact | null>> {
  const own = supabase.from("billing_contacts").select("email, status").eq("user_id", userId).limit(1);
  const rows = await readRows(own, contactSchema, "billing contact not read");
  return rows ? success(rows[0] ?? null) : failure(503, NOT_READ);
}

/**
 * Stores the address, in place of the one before, and enqueues the mail by which it confirms. Changes nothing and returns false
 * for an address that has confirmed or was named in the last ten minutes. Fails with 503 if the database fails.
 */
export async function saveBillingContact(account: string, contact: string, mail: Mail): Promise<Result<boolean>> {
  const { row, error } = await callWithMails("set_billing_contact", { account, contact }, [mail]);
  return error ? notSaved(error) : success(row === true);
}

/** Starts the copies. Returns false if the customer has named another address since, or none. */
export async function confirmBillingContact(account: string, contact: string): Promise<Result<boolean>> {
  const { data, error } = await runQuery(trustedClient().rpc("confirm_billing_contact", { account, contact }));
  return error ? notSaved(error) : success(data === true);
}

/** Ends the copies of a customer's account. Also succeeds if there were none. */
export function endBillingContact(account: string): Promise<Result<null>> {
  return saved(runQuery(trustedClient().rpc("end_billing_contact", { account })));
}

/** Ends the copies to the address with this link. Also succeeds if they have ended before. */
export function endLinkedContact(link: string): Promise<Result<null>> {
  return saved(runQuery(trustedClient().rpc("end_billing_contact", { link })));
}

async function saved(call: PromiseLike<{ error: { message: string } | null }>): Promise<Result<null>> {
  const { error } = await call;
  return error ? notSaved(error) : success(null);
}

function notSaved({ message }: { message: string }) {
  log.error({ reason: message }, "billing contact not saved");
  return failure(503, NOT_SAVED);
}
