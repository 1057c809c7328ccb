import { z } from "zod";
import { HOLDERS } from "#app/domains/owned-domain.ts";
import { DONE_ORDER_DAYS, OPEN_ORDER_DAYS } from "#app/domains/renewal-days.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { SERVICE_KINDS, SERVICE_STATES } from "#app/services/service.ts";
import { RENEWAL_STEPS, type RenewalStep, STEP_DAYS } from "./renewal-step.ts";

/** For how many days an open order, or a done one, holds back reminders. */
const ORDERED = { open_days: OPEN_ORDER_DAYS, done_days: DONE_ORDER_DAYS };
/** Customers per page; each may have many domains. */
const PAGE = 50;
/** For how many days reminders are kept. An expiry date matters for ninety days at most. */
const KEPT_DAYS = 400;
const NOT_READ = "Whether you want reminders could not be read. Please try again.";
const NOT_KEPT = "Your choice could not be saved. Please press Save again.";

const nameSchema = z.object({
  id: z.string(),
  name: z.string(),
  expiryDate: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  renewKsh: z.number().nullable(),
  held: z.enum(HOLDERS),
  sentSteps: z.array(z.enum(RENEWAL_STEPS)),
  /** An open or recent renewal order postpones the early steps. */
  isOrdered: z.boolean(),
  /** The day (ISO 8601) on which a renewal was ordered, if the order is open. */
  orderedOn: z.iso.date().nullable(),
  /** The bill of that order, if nobody has paid it. `isOnItsWay`: its money is being confirmed or looked for. */
  unpaidBill: z.object({ id: z.string(), isOnItsWay: z.boolean() }).nullish(),
});
const serviceSchema = z.object({
  id: z.string(),
  kind: z.enum(SERVICE_KINDS),
  domain: z.string(),
  plan: z.string(),
  seats: z.number().nullable(),
  state: z.enum(SERVICE_STATES),
  endsOn: z.iso.date(),
  priceKsh: z.number(),
  renewKsh: z.number().nullable(),
  nextPlan: z.string().nullable(),
  nextSeats: z.number().nullable(),
  holdUntil: z.iso.date().nullable(),
  pricedOn: z.iso.date().nullable(),
  suspendedOn: z.iso.date().nullable(),
  sentSteps: z.array(z.enum(RENEWAL_STEPS)),
  /** A paid order for the next year, or a recent one of the customer, postpones the early steps. */
  isOrdered: z.boolean(),
  orderedOn: z.iso.date().nullable(),
  /** The bill of the next year, if it is not paid. `ksh`: the price of the order; `isKept`: a part is paid, or a code was typed. */
  unpaidBill: z
    .object({ id: z.string(), reference: z.string(), ksh: z.number(), isKept: z.boolean(), isOnItsWay: z.boolean() })
    .nullable(),
});
const customerSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    wants_reminders: z.boolean(),
    // An invalid row is skipped, so that it does not block others.
    names: z.array(nameSchema.nullable().catch(null)),
    services: z.array(serviceSchema.nullable().catch(null)),
  })
  .transform(({ user_id, wants_reminders, email, names, services }) => ({
    id: user_id,
    email,
    wantsReminders: wants_reminders,
    names: names.filter((name) => name !== null),
    services: services.filter((service) => service !== null),
  }));

/**
 * A customer with domains and services that end soon or ended recently, and the reminder steps already sent for each.
 */
export type CustomerToRemind = z.infer<typeof customerSchema>;

/**
 * Returns the next page of customers to remind on a day (a dayNumber), after the customer `afterCustomer` or from the first;
 * an empty list at the end. Leaves out customers who got a reminder today. Undefined if the database failed.
 */
export async function listCustomersToRemind(today: number, afterCustomer: string | undefined) {
  const dates = {
    today: dateOf(today).iso,
    earliest: dateOf(today - STEP_DAYS.after).iso,
    latest: dateOf(today + STEP_DAYS.before).iso,
  };
  const query = trustedClient().rpc("customers_to_remind", {
    ...dates,
    after_customer: afterCustomer ?? null,
    max_rows: PAGE,
    ...ORDERED,
  });
  return readRows(query, customerSchema, "reminders not read");
}

type Reminded = { id: string; expiresOn: string; step: RenewalStep };

type Reminders = { today: number; names: readonly Reminded[]; services: readonly Reminded[]; mail: Mail };

/**
 * Records of which domains and services a customer is reminded and enqueues the mail in one transaction. "others": another
 * process reminded the customer today, or one of them changed since it was read; nothing was enqueued. Undefined if the
 * database failed; then it is unknown whether the mail was enqueued.
 */
export async function enqueueReminder(
  customer: string,
  { today, names, services, mail }: Reminders,
): Promise<"queued" | "others" | undefined> {
  const values = { customer, today: dateOf(today).iso, names, services, ...ORDERED };
  const { row, error } = await callWithMails("remind", values, [mail]);
  if (error === null) return row === true ? "queued" : "others";
  if (error.code === CHANGED_MEANWHILE) return "others";
  log.error({ reason: error.message }, "reminder not written");
}

/**
 * SQLSTATE of the database functions if a row has changed since it was read (PostgreSQL, appendix A:
 * serialization_failure).
 */
const CHANGED_MEANWHILE = "40001";

/** Returns whether a customer wants renewal reminders; true by default. Takes the customer's own client. */
export async function findReminderChoice(supabase: Supabase, userId: string): Promise<Result<boolean>> {
  const own = supabase.from("reminder_choices").select("wants_reminders").eq("user_id", userId).limit(1);
  const rows = await readRows(own, z.object({ wants_reminders: z.boolean() }), "reminder choice not read");
  return rows ? success(rows[0]?.wants_reminders ?? true) : failure(0, NOT_READ);
}

/**
 * Stores whether a customer wants reminders. Fails with a message to show if the database failed; repeating it is
 * harmless.
 */
export async function saveReminderChoice(userId: string, wantsReminders: boolean): Promise<Result<null>> {
  const row = { user_id: userId, wants_reminders: wantsReminders, changed_at: nowDate().toISOString() };
  const { error } = await runQuery(trustedClient().from("reminder_choices").upsert(row).select("user_id"));
  if (!error) return success(null);
  log.error({ reason: error.message }, "reminder choice not stored");
  return failure(503, NOT_KEPT);
}

/** Deletes reminders of last days that are long past. */
export async function purgeRenewalReminders(now = nowDate()): Promise<void> {
  const limit = new Date(dateOf(dayNumber(now) - KEPT_DAYS).iso);
  await purgeRows("renewal_reminders", "expires_on", limit);
  await purgeRows("service_notices", "ends_on", limit);
}
