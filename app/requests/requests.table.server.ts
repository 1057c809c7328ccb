import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeInBatches, purgeRows } from "#app/platform/database/purge.table.server.ts";
import { readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import {
  HOLDER_FIELDS,
  type NameRequest,
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestKind,
  type Wanted,
} from "./request.ts";

const COLUMNS = "id,kind,state,wanted,not_before,created_at,ended_at,reason,has_secret";
const SHOWN = 10;
const NOT_READ = "Your requests could not be read. Please try again.";
export const NOT_WRITTEN = "We could not confirm it. Please send it again: nothing is done twice.";

const holder = Object.fromEntries(HOLDER_FIELDS.map((field) => [field, z.string().optional()]));
/** What was typed into a request, as the database keeps it. */
export const wantedSchema = z.object({
  servers: z.array(z.string()).optional(),
  ...holder,
}) as unknown as z.ZodType<Wanted>;

const rowSchema = z
  .object({
    id: z.string(),
    kind: z.enum(REQUEST_KINDS),
    state: z.enum(REQUEST_STATES),
    wanted: wantedSchema,
    not_before: z.string(),
    created_at: z.string(),
    ended_at: z.string().nullable(),
    reason: z.string().nullable(),
    has_secret: z.boolean(),
  })
  .transform(
    ({ not_before, created_at, ended_at, has_secret, ...row }): NameRequest => ({
      ...row,
      ...{ notBefore: not_before, createdAt: created_at, endedAt: ended_at, hasCode: has_secret },
    }),
  );

type Own = { userId: string; domainId: string };

/** Returns the last ten requests of a customer about a domain, newest first. Takes the customer's own client. */
export async function listRequests(supabase: Supabase, { userId, domainId }: Own): Promise<Result<NameRequest[]>> {
  const own = supabase.from("name_requests").select(COLUMNS).eq("user_id", userId).eq("domain_id", domainId);
  const rows = await readRows(
    own.order("created_at", { ascending: false }).limit(SHOWN),
    rowSchema,
    "requests not read",
  );
  return rows ? success(rows) : failure(0, NOT_READ);
}

const termsSchema = z.object({ hours: z.number(), before: z.array(z.string()) });

/** Returns how many hours a request of a customer waits, and the addresses that the account had in the last 30 days. */
export function findTerms(customer: string) {
  return callRequests("name_request_terms", { customer }, termsSchema);
}

const ASKED = ["done", "same", "open", "many", "gone"] as const;
type NewRequest = Own & { id: string; kind: RequestKind; wanted: Wanted; notBefore: string };

/** Stores a request with its mails. Returns the outcome of `ask_name_request` in the database. */
export async function insertRequest(
  { id, userId, domainId, kind, wanted, notBefore }: NewRequest,
  mails: readonly Mail[],
) {
  const request = { id, domain_id: domainId, kind, wanted, not_before: notBefore };
  const { row, error } = await callWithMails("ask_name_request", { customer: userId, request }, mails);
  const outcome = z.enum(ASKED).safeParse(row);
  if (!error && outcome.success) return success(outcome.data);
  log.error({ reason: error?.message ?? "an unknown outcome" }, "request not stored");
  return failure(0, NOT_WRITTEN, true);
}

/**
 * Ends a request for its customer. Without a customer it is the link of its mail. Returns its state afterwards; null if there is
 * no such request.
 */
export function cancelRequest(request: string, customer?: string) {
  const whose = customer === undefined ? {} : { customer };
  return callRequests("cancel_name_request", { request, ...whose }, z.enum(REQUEST_STATES).nullable());
}

const mailedSchema = z
  .object({
    ...{ kind: z.enum(REQUEST_KINDS), state: z.enum(REQUEST_STATES), name: z.string() },
    ...{ is_read: z.boolean(), has_code: z.boolean() },
  })
  .transform(({ is_read, has_code, ...row }) => ({ ...row, isRead: is_read, hasCode: has_code }));

/** Returns a request for the page of its mailed link; null if it was deleted. */
export function findMailedRequest(request: string) {
  return callRequests("mailed_name_request", { request }, mailedSchema.nullable());
}

/** Returns the sealed transfer code of a customer's request, or null if it was deleted, and stores that it was read. */
export function readSealedCode(request: string, customer: string) {
  return callRequests("read_name_code", { request, customer }, z.string().nullable());
}

/** Opens for staff what has waited until a moment. The outcome is logged only if it fails. */
export async function openDueRequests(now: Date): Promise<void> {
  await callRequests("open_name_requests", { at: now.toISOString() }, z.number());
}

const KEPT_DAYS = 730;

/** Empties requests 30 days after their end, and deletes them after two years. */
export async function purgeRequests(): Promise<void> {
  await purgeInBatches("forget_name_requests");
  await purgeRows("name_requests", "ended_at", new Date(nowMs() - KEPT_DAYS * 86_400_000));
}

/** Calls a database function about requests and moves with the secret key. The failure of a call may be unknown. */
export async function callRequests<T>(
  name: string,
  values: Record<string, unknown>,
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  const parsed = schema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a value of another shape", call: name }, "request call failed");
  return failure(0, NOT_WRITTEN, true);
}
