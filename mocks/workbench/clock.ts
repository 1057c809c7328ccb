import { issueTurn } from "#app/newsletter/issue-run.server.ts";
import { mpesa } from "#app/payments/daraja.api.server.ts";
import { paymentListTurn, runPayments } from "#app/payments/run.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { clockOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { emptyCaches } from "#app/platform/upstream/caches.server.ts";
import { purgeExpiredRows } from "#app/server/housekeeping.server.ts";
import { DAILY_RUNS, sendAccountNotifications, sendDnsNotifications } from "#app/server/notification-run.server.ts";
import { outbox } from "../outbox.ts";
import { queuedMails } from "../sandbox-smtp.ts";

const HOUR_MS = 3600_000;
const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };
const MAX_DAYS = 400;
/** From this hour in Nairobi everything that is done once a day is due (docs/product/notifications.md, "Notifications"). */
const MORNING_HOUR = 8;

/** The offset with which the process started: that of the machine's clock, or of a test's. */
const startedWith = globalThis.clockOffsetMs ?? 0;

const daily = Object.fromEntries(
  Object.entries(DAILY_RUNS).map(([name, { fromHour, run }]) => [
    name,
    async (now: Date, signal: AbortSignal) => isFrom(fromHour, now) && run(now, signal),
  ]),
);

/** What the site does without a request, by name. Each run does what is due at the clock's time. */
const RUNS: Record<string, (now: Date, signal: AbortSignal) => Promise<unknown>> = {
  notifications: async (now, signal) => {
    await sendAccountNotifications(signal);
    await sendDnsNotifications(now, signal);
  },
  ...daily,
  // Runs before the orders, because it may find the payment of an order.
  "payment list": async () => paymentListTurn()?.(),
  orders: async (_now, signal) => mpesa && runPayments(mpesa, signal),
  newsletter: async () => issueTurn()?.(),
};

/**
 * The tables of a run. If all of them are empty, the run is skipped. The query for that costs a tenth of a run, and a month has
 * thirty runs.
 */
const NEEDS: Record<string, string[]> = {
  notifications: ["account_changes", "dns_changes"],
  "payment list": ["bills"],
  orders: ["bills", "payments", "payment_callbacks"],
  newsletter: ["newsletter_issues"],
};

/** Returns the time of the sandbox, and how far it is ahead of the time at its start, in ms. */
export function readClock(): { now: string; offset: number } {
  return { now: nowDate().toISOString(), offset: (globalThis.clockOffsetMs ?? 0) - startedWith };
}

/**
 * Returns the moment, in ms, that a tester names: a time ahead ("30d", "90m") or a date with its offset. Undefined for anything
 * else.
 */
export function momentOf({ advance, set }: { advance?: string | undefined; set?: string | undefined }) {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(advance ?? "") ?? [];
  const moment = count ? nowMs() + Number(count) * (UNITS[unit] ?? 0) : Date.parse(set ?? "");
  const isReachable = moment >= nowMs() && moment <= nowMs() + MAX_DAYS * 24 * HOUR_MS;
  return isReachable ? moment : undefined;
}

/**
 * Moves the clock forward to a moment, in ms, and stops at eight o'clock of each day between, as a running site would.
 * Returns the runs that were done, and how many mails have come since. `isSettled` is false if it ended early, because mails
 * were on their way for a minute or `signal` aborted it.
 */
export async function moveClock(moment: number, signal: AbortSignal) {
  const before = outbox.list()[0]?.id;
  // A mail that is being sent while the clock jumps would be past its deadline, and fail.
  let isSettled = await queuedMails.areSettled(signal);
  for (let day = dayNumber(nowDate()); isSettled; day++) {
    const morning = startOfDay(day).getTime() + MORNING_HOUR * HOUR_MS;
    if (morning >= moment) break;
    if (morning <= nowMs()) continue;
    await runAllAt(morning, signal);
    isSettled = await queuedMails.areSettled(signal);
  }
  if (isSettled) {
    await runAllAt(moment, signal);
    // Once, because it only deletes what is too old.
    await purgeExpiredRows();
    isSettled = await queuedMails.areSettled(signal);
  }
  const mails = outbox.list().findIndex(({ id }) => id === before);
  return {
    ...readClock(),
    ran: [...Object.keys(RUNS), "housekeeping"],
    mails: mails < 0 ? outbox.list().length : mails,
    isSettled,
  };
}

/** Sets the clock back to that of the start. Rows that were written meanwhile keep their times. */
export function resetClock(): void {
  applyOffset(startedWith);
}

/** Sets the clock to a moment, in ms, and forgets what was cached at another time. */
export function setClock(moment: number): void {
  applyOffset((globalThis.clockOffsetMs ?? 0) + moment - nowMs());
}

function applyOffset(offsetMs: number): void {
  globalThis.clockOffsetMs = offsetMs;
  emptyCaches();
}

async function runAllAt(moment: number, signal: AbortSignal): Promise<void> {
  setClock(moment);
  for (const [name, run] of Object.entries(RUNS))
    if (!signal.aborted && (await hasRows(NEEDS[name]))) await run(nowDate(), signal);
}

async function hasRows(tables: string[] | undefined): Promise<boolean> {
  const database = await globalThis.embeddedDatabase;
  if (!tables || !database) return true;
  const found = tables.map((table) => `exists (select 1 from public.${table})`).join(" or ");
  const [row] = await database.query(`select ${found} as is_any`);
  return Boolean(row?.is_any);
}

function isFrom(hour: number, now: Date): boolean {
  return Number(clockOf(now).slice(0, 2)) >= hour;
}
