import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { countLateMessages } from "./late-messages.table.server.ts";

const DAY_MS = 86_400_000;

/** Returns the turn of the loop that logs how many messages wait for more than a day; undefined if there is no desk. */
export function lateMessagesTurn() {
  if (env.staff.length === 0) return undefined;
  return async (): Promise<void> => {
    const late = await countLateMessages(new Date(nowMs() - DAY_MS));
    if (late) log.warn({ late }, "messages wait for more than a day");
  };
}
