import { mailSite } from "#app/mail/mail-site.server.ts";
import { env } from "#app/platform/env.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { digestMail } from "./digest-mail.ts";
import { countWork } from "./work.ts";
import { enqueueDigests, listWork } from "./work-rows.table.server.ts";

/**
 * Queues the morning mail to each member of staff, once a day, unless nothing waits. Any number of processes may call it.
 * `priced`: the plans of services with a price in the list. Returns false if it must be repeated. Source: docs/product/desk.md,
 * "The work list".
 */
export async function sendDigests(now: Date, priced: readonly string[]): Promise<boolean> {
  if (env.staff.length === 0) return true;
  const work = await listWork(priced);
  if (!work.ok) return false;
  if (countWork(work.value).all === 0) return true;
  const day = dateOf(dayNumber(now)).iso;
  const mails = env.staff.map((to, index) => digestMail(work.value, { to, key: `${day}-${index}`, site: mailSite() }));
  return enqueueDigests(day, mails);
}
