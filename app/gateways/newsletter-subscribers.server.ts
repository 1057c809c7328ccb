import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import type { Subscription } from "#app/model/newsletter/subscription.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { confirmationWith } from "./mail.server.ts";
import { type AgencyMessage, changeWithMail, keepRow, noteTelling } from "./mail-queue.server.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask, type Query, readRows, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";
import { hashOfToken, linkOf, newConfirmable, STATUSES } from "./unconfirmed.server.ts";

const NOT_SUBSCRIBED = "Failed to subscribe. Please try again.";
const TABLE = "newsletter_pending";
const COLUMNS = "id,email,first_name,last_name,status,left_at";

/** A reader whom the database knows: whoever came without a token, or has left. */
export type Subscriber = Subscription & {
  id: string;
  status: (typeof STATUSES)[number];
  /** When they last left, ISO 8601, also when they have come back since; null when they never did. */
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
 * Keeps somebody who wants the newsletter until they confirm. An address that is known stays as far as it had come:
 * nobody has proved yet that it is theirs. `key` is that of the mail that asks them. Refused with the catalogue's words when the database fails.
 * Source: docs/product.md, "Newsletter".
 */
export async function saveSubscriber(
  { email, firstName, lastName }: Subscription,
  key: string,
): Promise<Result<Subscriber>> {
  const names = { first_name: firstName, last_name: lastName };
  const row = { ...newConfirmable("newsletter"), email, ...names };
  const kept = await keepRow(TABLE, row, confirmationWith("newsletter", row, key));
  const reader = rowSchema.safeParse(kept.row).data;
  if (reader) return success(reader);
  const { error } = kept;
  if (error?.code !== UNIQUE_VIOLATION) return failed(error?.message ?? "a row of another shape");
  const again = { ...names, created_at: nowDate().toISOString() };
  const renewed = await changed(table().update(again).eq("email", email).in("status", UNPROVEN).select("id"));
  const known = renewed.ok ? await findReader("email", email) : renewed;
  if (!known.ok) return known;
  // The new mail's link is another where APP_SECRET was changed since.
  const { id } = known.value;
  const linked = await changed(
    table().update(linkOf("newsletter", id)).eq("id", id).in("status", UNPROVEN).select("id"),
  );
  return linked.ok ? known : linked;
}

const UNPROVEN = ["unconfirmed", "left"];

/** The reader of the link in a mail. Refused with 404 when there is none, with 503 when the database fails. */
export function findSubscriberByToken(token: string): Promise<Result<Subscriber>> {
  return findReader("confirm_token_hash", hashOfToken(token));
}

/** Whether somebody has left and not come back, and when they last left, as of a reader. */
export type Unsubscription = { hasLeft: boolean } & Pick<Subscriber, "leftAt">;

/** What is known of the leaving of an address; undefined when the database fails. */
export async function findUnsubscription(email: string): Promise<Unsubscription | undefined> {
  const found = await findReader("email", email);
  if (found.ok) return { hasLeft: found.value.status === "left", leftAt: found.value.leftAt };
  return found.status === 404 ? { hasLeft: false, leftAt: null } : undefined;
}

/** Notes that the owner of the address has confirmed it, for the first time or after they had left. */
export async function confirmSubscriber(id: string): Promise<Result<null>> {
  const change = { status: "confirmed", confirmed_at: nowDate().toISOString() };
  const confirmed = await changed(table().update(change).eq("id", id).in("status", UNPROVEN).select("id"));
  return confirmed.ok ? success(null) : confirmed;
}

/** Takes a reader into our own list, whatever the database knew of the address, together with the mail that welcomes them. */
export async function addSubscriber({ email, firstName, lastName }: Subscription, letter: Mail): Promise<Result<null>> {
  const taken = { first_name: firstName, last_name: lastName, status: "sent", sent_at: nowDate().toISOString() };
  const { error } = await keepRow(TABLE, { ...newConfirmable("newsletter"), email, ...taken }, letter);
  if (!error) return success(null);
  if (error.code !== UNIQUE_VIOLATION) return failed(error.message);
  const known = await findReader("email", email);
  if (!known.ok) return known;
  const changed = await changeWithMail(TABLE, known.value.id, taken, letter);
  return changed.error ? failed(changed.error.message) : success(null);
}

/** Notes that the worker has taken a reader, if the database knows the address. */
export async function markSubscriberSent(email: string): Promise<Result<null>> {
  const change = { status: "sent", sent_at: nowDate().toISOString() };
  const noted = await changed(table().update(change).eq("email", email).select("id"));
  return noted.ok ? success(null) : noted;
}

/**
 * Notes that somebody has left, and forgets their names, together with what the agency is told of it. Gives back whether that is
 * news; when it is not, nobody is told.
 */
export async function markUnsubscribed(email: string, notice: AgencyMessage | undefined): Promise<Result<boolean>> {
  const reader = { ...newConfirmable("newsletter"), email };
  const { row, error } = await noteTelling("leave_newsletter", { reader }, notice);
  return error ? failed(error.message) : success(row === true);
}

async function findReader(column: "email" | "confirm_token_hash", value: string): Promise<Result<Subscriber>> {
  const query = table().select(COLUMNS).eq(column, value).retry(false);
  const found = await readRows(query, rowSchema, "newsletter reader not read");
  if (!found) return failure(503, NOT_SUBSCRIBED);
  return found[0] ? success(found[0]) : failure(404, NOT_SUBSCRIBED);
}

/** How many rows a statement has changed. */
async function changed(query: Query): Promise<Result<number>> {
  const { data, error } = await ask(query);
  return error ? failed(error.message) : success(Array.isArray(data) ? data.length : 0);
}

function failed(reason: string): Result<never> {
  log.error({ reason }, "newsletter reader not stored");
  return failure(503, NOT_SUBSCRIBED);
}

function table() {
  return trustedClient().from(TABLE);
}
