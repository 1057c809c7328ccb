import { z } from "zod";
import { ORDER_KINDS } from "#app/domains/order-kinds.ts";
import { DONE_ORDER_DAYS, LAPSING_DAYS } from "#app/domains/renewal-days.ts";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import { readDesk } from "./call-desk.table.server.ts";
import { type WaitingCounts, WORK_PARTS, type Work, type WorkItem } from "./work.ts";
import { WORK_KINDS } from "./work-words.ts";

const itemSchema = z
  .object({
    kind: z.enum(WORK_KINDS),
    id: z.string(),
    title: z.string(),
    since: z.string(),
    part: z.enum(WORK_PARTS),
    taker_id: z.string().nullable(),
    taker: z.string().nullable(),
    order_kind: z.enum(ORDER_KINDS).nullable(),
    service_id: z.string().nullable(),
    customer: z.string().nullable(),
    ksh: z.number().nullable(),
  })
  .transform(
    ({ taker_id, taker, order_kind, service_id, ...item }): WorkItem => ({
      ...item,
      orderKind: order_kind,
      serviceId: service_id,
      taker: taker_id === null ? null : { id: taker_id, name: taker ?? "Somebody" },
    }),
  );

const workSchema = z.object({
  counts: z.partialRecord(z.enum(WORK_KINDS), z.number()),
  items: z.array(itemSchema),
});

/** Most things on the work list. */
const MOST_ITEMS = 100;

/**
 * Returns what waits for staff, the oldest things first, at most 100, and how many there are of each kind. Source:
 * docs/product/desk.md, "The work list". `priced`: the plans of services with a price in the list.
 */
export function listWork(priced: readonly string[]): Promise<Result<Work>> {
  const days = { lapsing_days: LAPSING_DAYS, done_days: DONE_ORDER_DAYS };
  return readDesk("desk_work_list", { at: nowDate().toISOString(), ...days, priced, max_rows: MOST_ITEMS }, workSchema);
}

const countsSchema = z.object({
  orders: z.number(),
  messages: z.number(),
  payments: z.number(),
  services: z.number(),
  mails: z.number(),
});

/** Returns how many things need staff in some areas; undefined if the database fails. */
export async function countWaiting(priced: readonly string[]): Promise<WaitingCounts | undefined> {
  const counted = await readDesk("desk_counts", { at: nowDate().toISOString(), priced }, countsSchema);
  return counted.ok ? counted.value : undefined;
}

/**
 * Queues the digests of a day (ISO 8601), all or none. If several processes call this, only one queues them. Returns false if
 * the database failed and the call must be repeated.
 */
export async function enqueueDigests(day: string, mails: readonly Mail[]): Promise<boolean> {
  const { error } = await callWithMails("send_digests", { day }, mails);
  if (error) log.error({ reason: error.message }, "digests not queued");
  return !error;
}

const stateSchema = z.object({ confirmed: z.number(), stepped: z.number() });

/**
 * Returns how many of the addresses (lower case) have a confirmed account, and how many of these accounts have a second step.
 * Undefined if the database failed.
 */
export async function readStaffState(addresses: readonly string[]) {
  const { data, error } = await runQuery(trustedClient().rpc("staff_state", { addresses }));
  return error ? undefined : stateSchema.safeParse(data).data;
}
