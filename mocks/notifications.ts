import { z } from "zod";
import { runDueMoves } from "#app/moves/give.server.ts";
import { runServiceCycle } from "#app/orders/service-cycle.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { openDueRequests } from "#app/requests/requests.table.server.ts";
import { DAILY_RUNS, sendAccountNotifications, sendDnsNotifications } from "#app/server/notification-run.server.ts";

const DAY_MS = 24 * 3600_000;
const COLLECTION_MS = 10 * 60_000;
const CYCLE_HOUR_MS = 10 * 3600_000;

const daysSchema = z.coerce.number().int().min(0).max(400);

/**
 * Sends all due notifications as of `days` days from today, and ten minutes after each change, and runs that day's cycle of the services. Returns false if the form field
 * `days` is invalid.
 */
export async function sendNotifications(form: FormData): Promise<boolean> {
  const days = daysSchema.safeParse(form.get("days") ?? "0");
  if (!days.success) return false;
  await sendAccountNotifications();
  await sendDnsNotifications(new Date(nowMs() + COLLECTION_MS));
  const day = new Date(nowMs() + days.data * DAY_MS);
  await openDueRequests(day);
  await runDueMoves(day);
  // The reminders have the bills that the cycle opens. Services are suspended in the morning only.
  await runServiceCycle(new Date(startOfDay(dayNumber(day)).getTime() + CYCLE_HOUR_MS));
  for (const { run } of Object.values(DAILY_RUNS)) await run(day);
  return true;
}
