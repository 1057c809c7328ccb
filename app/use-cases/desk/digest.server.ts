import { env } from "#app/env.server.ts";
import { enqueueDigests, listWork } from "#app/gateways/desk/work.server.ts";
import { mailSite } from "#app/gateways/mail-site.server.ts";
import { digestMail } from "#app/model/desk/digest-mail.ts";
import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";

/**
 * Queues the morning mail to each member of staff, once a day, unless nothing waits. Any number of processes may call it. Returns
 * false if it must be repeated. Source: docs/product.md, "The work list".
 */
export async function sendDigests(now: Date): Promise<boolean> {
  if (env.staff.length === 0) return true;
  const work = await listWork();
  if (!work.ok) return false;
  if (work.value.length === 0) return true;
  const day = dateOf(dayNumber(now)).iso;
  const mails = env.staff.map((to, index) => digestMail(work.value, { to, key: `${day}-${index}`, site: mailSite() }));
  return enqueueDigests(day, mails);
}
