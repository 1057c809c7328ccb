import { z } from "zod";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type DeadlineName, deadline } from "#app/platform/upstream/deadlines.server.ts";

const HOUR_MS = 3_600_000;

/** Queries for waiting rows, by the label of their metric. */
const BACKLOGS = {
  mails: () => count("mails").is("sent_at", null).is("failed_at", null),
  "failed mails": () => count("mails").not("failed_at", "is", null),
  messages: waitingMessages,
  "messages for an hour": () => waitingMessages().lt("created_at", ago(HOUR_MS)),
  "failed messages": () => count("messages").not("failed_at", "is", null),
  orders: () => count("orders").in("status", ["requested", "processing"]),
  "changes of DNS": () => count("dns_jobs").eq("state", "running"),
};

/**
 * Returns how many rows of each kind wait. Leaves out and logs a count that takes longer than the deadline or fails.
 * Never throws.
 */
export async function countWaiting(
  deadlineName: DeadlineName = "backlogCount",
): Promise<[what: string, howMany: number][]> {
  const counted = await Promise.all(
    Object.entries(BACKLOGS).map(async ([what, query]): Promise<[string, number][]> => {
      const { count, error } = await query().abortSignal(deadline(deadlineName));
      if (typeof count === "number") return [[what, count]];
      log.warn({ what, reason: error?.message ?? "no number" }, "not counted");
      return [];
    }),
  );
  return counted.flat();
}

const backlogSchema = z.array(z.object({ kind: z.string(), total: z.number(), oldest_seconds: z.number() }));
/** How many things of a kind need a person or do not go on, and the age of the oldest in seconds. */
type Backlog = z.infer<typeof backlogSchema>[number];

/**
 * Returns the backlog of orders and payments: one entry for each kind, with total 0 for an empty kind. Returns an empty list
 * and logs the reason if the database takes longer than the deadline or fails. Never throws. Source: docs/operations.md,
 * "Payments".
 */
export async function countPaymentBacklog(): Promise<Backlog[]> {
  const query = trustedClient().rpc("payment_backlog", { at: nowDate().toISOString() });
  const { data, error } = await query.abortSignal(deadline("backlogCount"));
  const parsed = backlogSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  log.warn({ what: "payment backlog", reason: error?.message ?? "rows of another shape" }, "not counted");
  return [];
}

function waitingMessages() {
  return count("messages").is("handed_on_at", null).is("failed_at", null);
}

function ago(ms: number): string {
  return new Date(nowMs() - ms).toISOString();
}

function count(table: string) {
  return trustedClient().from(table).select("*", { count: "exact", head: true });
}
