import { z } from "zod";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import { RENEWAL_STEPS, type RenewalStep, STEP_DAYS } from "#app/model/notifications/renewal-step.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { noteWithMails } from "./mail-queue.server.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";
import { ask, readRows } from "./supabase/rows.server.ts";

/** How many customers a page has: each may have many domains. */
const PAGE = 50;
/** Longer than a last day can be of consequence: the longest wait after it is ninety days. */
const KEPT_DAYS = 400;
const NOT_READ = "Whether you want reminders could not be read. Please try again.";
const NOT_KEPT = "Your choice could not be saved. Please press Save again.";

const nameSchema = z.object({
  id: z.string(),
  name: z.string(),
  expiryDate: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  told: z.array(z.enum(RENEWAL_STEPS)),
  /** A renewal order that is young, or was done of late, holds back the early steps. */
  isHeld: z.boolean(),
  /** The day (ISO 8601) on which its renewal was ordered, where that order is still open. */
  orderedOn: z.iso.date().nullable(),
});
const customerSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    wants_reminders: z.boolean(),
    // A row that cannot be read is left alone, and holds up no other.
    names: z.array(nameSchema.nullable().catch(null)),
  })
  .transform(({ user_id, wants_reminders, email, names }) => ({
    id: user_id,
    email,
    wantsReminders: wants_reminders,
    names: names.filter((name) => name !== null),
  }));

/** A customer with the domains whose end is near, or was of late, and of each the steps that they were told of. */
export type CustomerToRemind = z.infer<typeof customerSchema>;

/**
 * The next customers who may have to be told on a day (a dayNumber) of an end of their domains, after one of them or from the
 * first; an empty list behind the last. Nobody who was told today. Undefined when the database failed.
 */
export async function listCustomersToRemind(today: number, beyond: string | undefined) {
  const dates = {
    today: dateOf(today).iso,
    earliest: dateOf(today - STEP_DAYS.after).iso,
    latest: dateOf(today + STEP_DAYS.before).iso,
  };
  const query = trustedClient().rpc("customers_to_remind", { ...dates, beyond: beyond ?? null, most: PAGE });
  return readRows(query, customerSchema, "reminders not read");
}

type Told = { id: string; expiresOn: string; step: RenewalStep };

/**
 * Notes of which domains a customer is told on a day, and puts the mail into the queue: both, or neither. "others": they were
 * told today, or a domain has changed since it was read. Undefined when the database failed, and then nobody knows.
 */
export async function noteReminded(
  customer: string,
  { today, names, letter }: { today: number; names: readonly Told[]; letter: Mail },
): Promise<"told" | "others" | undefined> {
  const { row, error } = await noteWithMails("remind", { customer, today: dateOf(today).iso, names }, [letter]);
  if (error === null) return row === true ? "told" : "others";
  if (error.code === CHANGED_MEANWHILE) return "others";
  log.error({ reason: error.message }, "reminder not written");
}

/** What the database's functions of notices say when a row is not as it was read. PostgreSQL, appendix A. */
const CHANGED_MEANWHILE = "40001";

/** Whether a customer wants to be reminded before a domain ends; they do until they say otherwise. Takes their own client. */
export async function findReminderChoice(supabase: Supabase, userId: string): Promise<Result<boolean>> {
  const own = supabase.from("reminder_choices").select("wants_reminders").eq("user_id", userId).limit(1).retry(false);
  const rows = await readRows(own, z.object({ wants_reminders: z.boolean() }), "reminder choice not read");
  return rows ? success(rows[0]?.wants_reminders ?? true) : failure(0, NOT_READ);
}

/** Keeps what a customer wants. Refused with words to show when the database failed; to send it again does no harm. */
export async function keepReminderChoice(userId: string, wantsReminders: boolean): Promise<Result<null>> {
  const row = { user_id: userId, wants_reminders: wantsReminders, changed_at: nowDate().toISOString() };
  const { error } = await ask(trustedClient().from("reminder_choices").upsert(row).select("user_id"));
  if (!error) return success(null);
  log.error({ reason: error.message }, "reminder choice not kept");
  return failure(503, NOT_KEPT);
}

/** Deletes what was told of last days that are long over. */
export async function purgeRenewalReminders(now = nowDate()): Promise<void> {
  const limit = dateOf(dayNumber(now) - KEPT_DAYS).iso;
  const { error } = await ask(trustedClient().from("renewal_notices").delete().lt("expires_on", limit).select("id"));
  if (error) throw new Error(error.message);
}
