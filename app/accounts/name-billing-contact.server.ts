import { z } from "zod";
import { confirmMail } from "#app/mail/confirm-mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { UNCONFIRMED_DAYS } from "#app/mail/unconfirmed-rows.table.server.ts";
import { consumeAll, refund } from "#app/platform/abuse/limits.server.ts";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { failure, type Result, success, tooMany } from "#app/platform/result.ts";
import { confirmBillingContact, saveBillingContact } from "./billing-contact.table.server.ts";

const linkSchema = z.object({ copiesOf: z.uuid(), contact: z.string() });

/**
 * Names a second address that gets copies of the customer's mails about orders, money and expiry dates, and mails it a link to
 * confirm. Three mails an hour for each customer; a form that is sent again sends no second one, and does not count. Returns
 * whether a mail is sent. Source: docs/product/accounts.md, "Billing contact".
 */
export function nameBillingContact({ id }: Account, contact: string): Promise<Result<boolean>> {
  // Parallel copies of a form wait for the first, and later ones find its row.
  const submission = { form: "copies", owner: id, body: { contact }, resultSchema: z.boolean(), replayMs: 0 };
  return runOnce(submission, () => nameContact(id, contact));
}

async function nameContact(id: string, contact: string): Promise<Result<boolean>> {
  const limit = await consumeAll([["contactsOfUser", id]]);
  if (!limit.ok) return tooMany("You have named an address several times.", limit.retryAfterSeconds);
  const token = seal({ copiesOf: id, contact }, UNCONFIRMED_DAYS * 24 * 3600_000);
  const href = `${env.origin}/copies/confirm?token=${token}`;
  const saved = await saveBillingContact(id, contact, {
    key: crypto.randomUUID(),
    kind: "confirm",
    to: contact,
    tags: [{ name: "copies", value: "confirm" }],
    ...confirmMail("copies", { href, days: UNCONFIRMED_DAYS, site: mailSite() }),
  });
  if (saved.ok && !saved.value) await refund("contactsOfUser", id);
  return saved;
}

/**
 * Confirms the address of a mailed link, which then gets copies. Fails with 400 if the link is invalid or too old, or if the
 * customer has named another address since; with 503 if the database fails.
 */
export async function confirmCopies(token: string): Promise<Result<null>> {
  const link = linkSchema.safeParse(unseal(token)).data;
  if (!link) return failure(400, "This link no longer works.");
  const confirmed = await confirmBillingContact(link.copiesOf, link.contact);
  if (!confirmed.ok) return confirmed;
  return confirmed.value ? success(null) : failure(400, "This link no longer works.");
}
