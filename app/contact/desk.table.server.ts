import { z } from "zod";
import { callDesk, lastSchema, readDesk } from "#app/desk/call-desk.table.server.ts";
import { changeAtDesk } from "#app/desk/change.table.server.ts";
import { listPageSchema, type Place, placeValue } from "#app/desk/list-page.ts";
import { otherMessageSchema, otherOrderSchema } from "#app/desk/other-rows.ts";
import type { Mail } from "#app/mail/mail.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import {
  MESSAGE_KINDS,
  PART_SIDES,
  type PartSide,
  THREAD_FILTERS,
  THREAD_STATES,
  THREADS_PER_PAGE,
  type ThreadFilter,
} from "./thread.ts";
import type { ThreadStep } from "./thread-forms.server.ts";

const NOT_READ = "The messages could not be read. Please try again.";

const listSchema = listPageSchema(
  z
    .object({
      id: z.string(),
      kind: z.enum(MESSAGE_KINDS),
      name: z.string(),
      subject: z.string(),
      state: z.enum(THREAD_STATES),
      taken_by: z.string().nullable(),
      taken_name: z.string().nullable(),
      since: z.string(),
      touched_at: z.string(),
    })
    .transform(({ taken_by, taken_name, touched_at, ...row }) => ({
      ...row,
      takenBy: taken_by,
      takenName: taken_name,
      version: touched_at,
    })),
);

type Wanted = { filter: ThreadFilter; words: string; place: Place };

/**
 * Returns one page of the desk's messages: open threads oldest first, others newest first. `words` may
 * be part of the name, subject, address or domain. `since` is when the visitor last wrote (ISO 8601).
 */
export async function listThreads({ filter, words, place }: Wanted): Promise<Result<z.infer<typeof listSchema>>> {
  return read(
    "desk_messages",
    {
      states: THREAD_FILTERS[filter].states,
      is_from_site: filter === "notices",
      words: words.toLowerCase(),
      is_oldest_first: filter === "open",
      place: placeValue(place),
      max_rows: THREADS_PER_PAGE,
    },
    listSchema,
  );
}

const partSchema = z
  .object({
    id: z.number(),
    side: z.enum(PART_SIDES),
    author: z.string().nullish(),
    body: z.string(),
    created_at: z.string(),
  })
  .transform(({ created_at, ...part }) => ({ ...part, at: created_at }));

const threadSchema = z
  .object({
    id: z.string(),
    kind: z.enum(MESSAGE_KINDS),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    domain: z.string().nullable(),
    created_at: z.string(),
    failed_at: z.string().nullable(),
    state: z.enum(THREAD_STATES),
    user_id: z.string().nullable(),
    taken_by: z.string().nullable(),
    taken_name: z.string().nullable(),
    taken_at: z.string().nullable(),
    touched_at: z.string(),
    part_count: z.number(),
    parts: z.array(partSchema),
    account: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        domains: z.array(z.string()),
        orders: z.array(otherOrderSchema),
      })
      .nullable(),
    others: z.array(otherMessageSchema),
  })
  .transform(({ created_at, failed_at, user_id, taken_by, taken_name, taken_at, touched_at, part_count, ...row }) => ({
    ...row,
    version: touched_at,
    partCount: part_count,
    at: created_at,
    /** Whether the contact service rejected the message for good. */
    isFailed: failed_at !== null,
    userId: user_id,
    taken: taken_by && taken_at ? { id: taken_by, name: taken_name ?? "Somebody", at: taken_at } : null,
  }))
  .nullable();

/**
 * A message at the desk with its last 200 parts, oldest first; `partCount` counts all. `account` is the account whose
 * confirmed address the message gives; this does not prove who wrote. `userId` is the account that was signed in while writing.
 */
export type Thread = NonNullable<z.infer<typeof threadSchema>>;

/** Returns a message of any kind; null if no message has this id. */
export function findThread(id: string): Promise<Result<Thread | null>> {
  return read("desk_thread", { thread_id: id }, threadSchema);
}

async function read<T>(name: string, values: Record<string, unknown>, schema: z.ZodType<T>): Promise<Result<T>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  const parsed = schema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a row of another shape", call: name }, "messages not read");
  return failure(0, NOT_READ);
}

/** Returns who deleted a thread, and when; null if nobody did. */
export function findDeletion(id: string) {
  return readDesk("desk_last", { doer: {}, kinds: ["message-deleted"], kind: "message", about: id }, lastSchema);
}

type Expected = { partCount: number; holder?: string | undefined };

/**
 * Takes, gives back, closes or reopens a thread. `partCount` and `holder` are the number of parts and the member of staff that
 * the form showed.
 */
export function moveThread(
  staff: Staff,
  id: string,
  step: ThreadStep,
  { partCount, holder }: Expected,
): Promise<Result<null>> {
  return changeAtDesk("desk_move_message", { staff, thread_id: id, step, expected: { part_count: partCount, holder } });
}

/**
 * Deletes a thread with its parts and mails, for one of DELETE_REASONS. `version`: when it was last touched, as the form
 * showed it; null is an older page. Fails with 409 if a colleague has it or something was added.
 */
export function deleteThread(staff: Staff, id: string, version: string | null, reason: string): Promise<Result<null>> {
  return changeAtDesk("desk_delete_message", { staff, thread_id: id, expected_version: version, reason });
}

/** Deletes those of the threads that `deleteThread` would delete. Returns how many were deleted, and how many were kept. */
export function deleteThreads(staff: Staff, threads: readonly { id: string; version: string }[], reason: string) {
  const schema = z.object({ deleted: z.number(), kept: z.number() });
  return callDesk("desk_delete_messages", { staff, threads, reason }, schema);
}

/** `key`: the fingerprint of the form. `partCount`: how many parts of the thread the form showed. */
type NewPart = { side: PartSide; body: string; key: string; partCount: number };

/** Adds a part to a thread with the mail that delivers it, if it is an answer. */
export function addThreadPart(
  staff: Staff,
  id: string,
  { partCount, ...part }: NewPart,
  mails: readonly Mail[],
): Promise<Result<null>> {
  return changeAtDesk("desk_add_part", { staff, thread_id: id, part: { ...part, part_count: partCount } }, mails);
}
