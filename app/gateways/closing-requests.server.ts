import { z } from "zod";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import type { ClosingRequest } from "#app/model/closing.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";
import { ask, type Query, readRows, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";

const COLUMNS = "id,created_at,reason,told_at";
const REQUEST_NOT_READ = "We could not read whether you have asked to close this account. Please try again.";
const REQUEST_NOT_KEPT = "We could not take your request. Please try again.";

const rowSchema = z
  .object({ id: z.string(), created_at: z.string(), reason: z.string().nullable(), told_at: z.string().nullable() })
  .transform(
    ({ id, created_at, reason, told_at }): ClosingRequest => ({
      id,
      createdAt: created_at,
      reason,
      isTold: told_at !== null,
    }),
  );

/** A customer's open request to close their account, null without one. Takes the customer's own client. */
export async function findClosing(supabase: Supabase, userId: string): Promise<Answer<ClosingRequest | null>> {
  const own = supabase.from("closing_requests").select(COLUMNS).eq("user_id", userId);
  const rows = await read(own.eq("state", "open").limit(1).retry(false));
  return rows ? answer(rows[0] ?? null) : refusal(0, REQUEST_NOT_READ);
}

/**
 * Writes down that a customer asks to close their account, after it was proved that they do. The one that is open is given
 * back instead, with `isNew` false. Unknown when the database did not answer: asking again makes no second one.
 */
export async function keepClosing(
  userId: string,
  reason: string | undefined,
): Promise<Answer<{ request: ClosingRequest; isNew: boolean }>> {
  const { data, error } = await ask(
    table()
      .insert({ user_id: userId, reason: reason || null })
      .select(COLUMNS),
  );
  const [made] = z.array(rowSchema).safeParse(data).data ?? [];
  if (made) return answer({ request: made, isNew: true });
  if (error?.code !== UNIQUE_VIOLATION) return refusal(0, REQUEST_NOT_KEPT, true);
  const found = await findClosing(trustedClient(), userId);
  return found.ok && found.value ? answer({ request: found.value, isNew: false }) : refusal(0, REQUEST_NOT_KEPT, true);
}

/** Notes that the agency was told. False when that could not be written. */
export async function noteClosingTold(id: string): Promise<boolean> {
  const rows = await read(table().update({ told_at: new Date().toISOString() }).eq("id", id).select(COLUMNS));
  return rows?.length === 1;
}

/** Takes a customer's open request back. Gives it, or null when none was open. */
export async function withdrawClosing(userId: string): Promise<Answer<ClosingRequest | null>> {
  const change = table().update({ state: "withdrawn", ended_at: new Date().toISOString() });
  const rows = await read(change.eq("user_id", userId).eq("state", "open").select(COLUMNS));
  return rows ? answer(rows[0] ?? null) : refusal(0, REQUEST_NOT_KEPT, true);
}

function read(query: Query): Promise<ClosingRequest[] | undefined> {
  return readRows(query, rowSchema, "closing request not read or written");
}

function table() {
  return trustedClient().from("closing_requests");
}
