import { setTimeout as wait } from "node:timers/promises";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { clockOf, dayNumber } from "#app/model/nairobi-day.ts";
import { remindOfRenewals } from "./remind.server.ts";
import { tellOfAccounts, tellOfRecords } from "./tell-changes.server.ts";

/** How long a change of an account waits at most until its mail is written. */
const LOOK_MS = 15_000;
/** Reminders go out from this hour in Nairobi: nobody is woken by one. */
const FIRST_HOUR = 8;
/** After a pass that failed in part the next one begins so much later. */
const AGAIN_MS = 10 * 60_000;
/** A process that is told to stop waits so long for what it writes, as long as a silent provider takes; half written is nothing. */
const STOP_MS = 10_000;

/**
 * One look at what customers have to be told. Gives a function for the next one, which remembers that the reminders of a day
 * are done; whoever forgets it, by a restart, only looks once more. Takes the moment from its caller. Never throws.
 */
export function createNotifications({ stopped }: { stopped?: AbortSignal } = {}) {
  let doneOn: number | undefined;
  let notBefore = 0;

  async function lookAtRenewals(now: Date): Promise<void> {
    const isEarly = Number(clockOf(now).slice(0, 2)) < FIRST_HOUR;
    if (isEarly || doneOn === dayNumber(now) || now.getTime() < notBefore) return;
    if (await remindOfRenewals(now, stopped)) doneOn = dayNumber(now);
    else notBefore = now.getTime() + AGAIN_MS;
  }

  return async (now: Date): Promise<void> => {
    // The sandbox's reminders go out when a tester says so (docs/sandbox.md): its customers always have domains that end.
    const renewals = env.isSandbox ? [] : [lookAtRenewals(now)];
    const looked = await Promise.allSettled([tellOfAccounts(stopped), tellOfRecords(now, stopped), ...renewals]);
    for (const one of looked) if (one.status === "rejected") log.error({ err: one.reason }, "notices failed");
  };
}

let stop: () => Promise<void> = async () => {};

/** From now on this process looks, every fifteen seconds, whether customers have to be told something. */
export function startNotifications(): void {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  stop = async () => {
    stopping.abort();
    await Promise.race([running, wait(STOP_MS, undefined, { ref: false })]);
  };
}

/** Until here. Gives back when the look that was under way is over, or ten seconds later. */
export function stopNotifications(): Promise<void> {
  return stop();
}

async function run(stopped: AbortSignal): Promise<void> {
  const look = createNotifications({ stopped });
  while (!stopped.aborted) {
    await look(nowDate());
    await wait(LOOK_MS, undefined, { ref: false, signal: stopped }).catch(() => {});
  }
}
