/** Customers with domains that expire soon, for tests of notifications. */
import { randomBytes } from "node:crypto";
import { newReference } from "#app/orders/bill-reference.ts";
import { dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import type { Embedded } from "#mocks/database/embedded.ts";

const HOUR_MS = 3_600_000;
/** Any day will do; this one is a Sunday in Nairobi. */
export const FIRST_DAY = dayNumber(new Date("2026-11-22T12:00:00+03:00"));
/** Returns an hour of the day so many days after the first. */
export const dayAt = (day: number, hour = 9) => new Date(startOfDay(FIRST_DAY + day).getTime() + hour * HOUR_MS);
export const isoOf = (day: number) => dateOf(FIRST_DAY + day).iso;

/** Creates a customer, confirmed unless `confirmedAt` says otherwise. Returns the id. */
export async function makeCustomer({ query }: Embedded, email: string, confirmedAt: string | null = "2026-01-01") {
  const id = crypto.randomUUID();
  await query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
       confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, 'hash', $3, '{}', '{}', '', '', '', '', now(), now())`,
    [id, email, confirmedAt],
  );
  return id;
}

/** Creates a domain that expires so many days after the first. Returns the id. */
export async function makeDomain({ query }: Embedded, customer: string, name: string, ends: number): Promise<string> {
  const insert = "insert into domains (user_id, name, expiry_date) values ($1, $2, $3) returning id";
  const [row] = await query(insert, [customer, name, dayAt(ends, 12).toISOString()]);
  return String(row?.id);
}

/** Creates a renewal order with a status and a time. */
export async function makeRenewal({ query }: Embedded, customer: string, name: string, status: string, at = dayAt(0)) {
  await query(
    `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, status, created_at, updated_at)
     values ($1, 'renew', $2, 1500, $3, $4, $5, $5)`,
    [customer, name, crypto.randomUUID(), status, at.toISOString()],
  );
}

/** Creates a renewal order that is on a bill which nobody has paid. Returns the bill's id. */
export async function makeBilledRenewal(database: Embedded, customer: string, name: string, at: Date): Promise<string> {
  await makeRenewal(database, customer, name, "requested", at);
  const [bill] = await database.query(
    "insert into bills (user_id, reference, amount_ksh, opened_at) values ($1, $2, 1500, $3) returning id",
    [customer, newReference(randomBytes), at.toISOString()],
  );
  const put = "update orders set bill_id = $1 where user_id = $2 and domain = $3 and status = 'requested'";
  await database.query(put, [bill?.id, customer, name]);
  return String(bill?.id);
}

/** Deletes all customers with their domains, orders, mails and reminders. */
export const deleteCustomers = ({ query }: Embedded) => query("truncate auth.users, mails, orders, domains cascade");

/** Returns the subjects of all mails, oldest first. */
export const subjectsOf = async ({ query }: Embedded) =>
  (await query("select subject from mails order by created_at, key")).map(({ subject }) => subject);

/** Returns the reminders that were sent, each as its step and its day. */
export const remindersOf = async ({ query }: Embedded) =>
  (await query("select step, notified_on::text as day from renewal_reminders order by notified_on, step")).map(
    ({ step, day }) => `${step} ${day}`,
  );
