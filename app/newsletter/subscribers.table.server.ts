import { z } from "zod";
import { confirmationMailFor } from "#app/mail/confirmation.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import {
  type AgencyMessage,
  callWithAgencyMessage,
  insertWithMail,
  updateWithMail,
} from "#app/mail/queue.table.server.ts";
import { hashOfToken, newUnconfirmedRow, STATUSES, tokenHashOf } from "#app/mail/unconfirmed-rows.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { type Query, readRows, runQuery, UNIQUE_VIOLATION } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Subscription } from "./subscription.ts";

const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";
const TABLE = "newsletter_pending";
const COLUMNS = "id,email,first_name,last_name,status,left_at";

/**
 * A subscriber in the database. If a worker keeps the list, the database has only those who signed up without a token or have
 * unsubscribed.
 */
export type Subscriber = Subscription & {
  id: string;
  status: (typeof STATUSES)[number];
  /** Time of the last unsubscription (ISO 8601), also after a new subscription; null if there was none. */
  leftAt: string | null;
};

const rowSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    status: z.enum(STATUSES),
    left_at: z.string().nullable(),
  })
  .transform(
    ({ first_name, last_name, left_at, ...row }): Subscriber => ({
      ...row,
      firstName: first_name ?? "",
      lastName: last_name ?? "",
      leftAt: left_at,
    }),
  );

/**
 * Stores a subscriber until they confirm. A known address keeps its status, because nobody has proved yet that it is
 * theirs. `key` is the key of the confirmation mail. Fails with a message to show if the database fails. Source:
 * docs/product/contact-and-newsletter.md, "Newsletter".
 */
export async function saveSubscriber(
  { email, firstName, lastName }: Subscription,
  key: string,
): Promise<Result<Subscriber>> {
  const names = { first_name: firstName, last_name: lastName };
  const row = { ...newUnconfirmedRow("newsletter"), email, ...names };
  const kept = await insertWithMail(TABLE, row, confirmationMailFor("newsletter", row, key));
  const subscriber = rowSchema.safeParse(kept.row).data;
  if (subscriber) return success(subscriber);
  const { error } = kept;
  if (error?.code !== UNIQUE_VIOLATION) return failed(error?.message ?? "a row of another shape");
  const again = { ...names, created_at: nowDate().toISOString() };
  const renewed = await changed(
    table().update(again).eq("address", email.toLowerCase()).in("status", NOT_CONFIRMED).select("id"),
  );
  const known = renewed.ok ? await findBy("address", email.toLowerCase()) : renewed;
  if (!known.ok) return known;
  // Store the link's hash again: the new mail has another link if APP_SECRET was changed since.
  const { id } = known.value;
  const linked = await changed(
    table().update(tokenHashOf("newsletter", id)).eq("id", id).in("status", NOT_CONFIRMED).select("id"),
  );
  return linked.ok ? known : linked;
}

const NOT_CONFIRMED = ["unconfirmed", "left"];

/** Returns the subscriber of a mailed link. Fails with 404 for an unknown link, with 503 if the database fails. */
export function findSubscriberByToken(token: string): Promise<Result<Subscriber>> {
  return findBy("confirm_token_hash", hashOfToken(token));
}

/** Whether an address is unsubscribed, and when it last was. */
export type Unsubscription = { hasLeft: boolean } & Pick<Subscriber, "leftAt">;

/** Returns whether an address is unsubscribed; undefined if the database fails. */
export async function findUnsubscription(email: string): Promise<Unsubscription | undefined> {
  const found = await findBy("address", email.toLowerCase());
  if (found.ok) return { hasLeft: found.value.status === "left", leftAt: found.value.leftAt };
  return found.status === 404 ? { hasLeft: false, leftAt: null } : undefined;
}

/** Marks an address confirmed, for the first time or after it was unsubscribed. */
export async function confirmSubscriber(id: string): Promise<Result<null>> {
  const change = { status: "confirmed", confirmed_at: nowDate().toISOString() };
  const confirmed = await changed(table().update(change).eq("id", id).in("status", NOT_CONFIRMED).select("id"));
  return confirmed.ok ? success(null) : confirmed;
}

/** Adds a subscriber to the site's own list, also after an unsubscription, and enqueues the welcome mail. */
export async function addSubscriber({ email, firstName, lastName }: Subscription, mail: Mail): Promise<Result<null>> {
  const taken = { first_name: firstName, last_name: lastName, status: "sent", sent_at: nowDate().toISOString() };
  const { error } = await insertWithMail(TABLE, { ...newUnconfirmedRow("newsletter"), email, ...taken }, mail);
  if (!error) return success(null);
  if (error.code !== UNIQUE_VIOLATION) return failed(error.message);
  const known = await findBy("address", email.toLowerCase());
  if (!known.ok) return known;
  const changed = await updateWithMail(TABLE, known.value.id, taken, mail);
  return changed.error ? failed(changed.error.message) : success(null);
}

/** Records that the worker has the subscriber, if the database has a row for the address. */
export async function markSubscriberSent(email: string): Promise<Result<null>> {
  const change = { status: "sent", sent_at: nowDate().toISOString() };
  const noted = await changed(table().update(change).eq("address", email.toLowerCase()).select("id"));
  return noted.ok ? success(null) : noted;
}

/**
 * Marks an address unsubscribed, deletes its names and stores the agency's message, in one transaction. If the address was
 * unsubscribed already, returns false and stores no message.
 */
export async function markUnsubscribed(
  email: string,
  agencyMessage: AgencyMessage | undefined,
): Promise<Result<boolean>> {
  const subscriber = { ...newUnconfirmedRow("newsletter"), email };
  const { row, error } = await callWithAgencyMessage("unsubscribe", { subscriber }, agencyMessage);
  return error ? failed(error.message) : success(row === true);
}

async function findBy(column: "address" | "confirm_token_hash", value: string): Promise<Result<Subscriber>> {
  const query = table().select(COLUMNS).eq(column, value).limit(1);
  const found = await readRows(query, rowSchema, "newsletter subscriber not read");
  if (!found) return failure(503, NOT_SUBSCRIBED);
  return found[0] ? success(found[0]) : failure(404, NOT_SUBSCRIBED);
}

/** Returns how many rows a statement changed. */
async function changed(query: Query): Promise<Result<number>> {
  const { data, error } = await runQuery(query);
  return error ? failed(error.message) : success(Array.isArray(data) ? data.length : 0);
}

function failed(reason: string): Result<never> {
  log.error({ reason }, "newsletter subscriber not stored");
  return failure(503, NOT_SUBSCRIBED);
}

function table() {
  return trustedClient().from(TABLE);
}
