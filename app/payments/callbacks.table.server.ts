import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Callback, callbackSchema } from "./daraja-callback.server.ts";

/** Longer than processing a callback takes. */
const CLAIM_SECONDS = 60;

/** A callback to store. The key makes the same one a single row, however often it is sent. */
type NewCallback = { key: string; source: "stk" | "paybill"; promptId?: string; body: Callback; addressHash: string };

const storedSchema = z
  .object({
    key: z.string(),
    source: z.enum(["stk", "paybill"]),
    prompt_id: z.string().nullable(),
    body: callbackSchema,
    received_at: z.string(),
  })
  .transform(({ prompt_id, received_at, ...row }) => ({ ...row, promptId: prompt_id, receivedAt: received_at }));
export type StoredCallback = z.infer<typeof storedSchema>;

/** Stores a callback once. Returns false if that failed. */
export async function keepCallback({ promptId, addressHash, ...row }: NewCallback): Promise<boolean> {
  const kept = { ...row, prompt_id: promptId ?? null, address_hash: addressHash };
  const { error } = await runQuery(trustedClient().rpc("keep_callback", { kept }));
  if (error) log.error({ reason: error.message }, "payment callback not stored");
  return error === null;
}

/** Claims the oldest callback that is not handled for a minute; undefined if there is none or the database fails. */
export async function claimCallback(): Promise<StoredCallback | undefined> {
  const query = trustedClient().rpc("claim_callback", { seconds: CLAIM_SECONDS });
  return (await pollRows(query, storedSchema, "payment callbacks not claimed"))?.[0];
}

/** Stores that a callback was handled, or why a person has to look at it. */
export async function endCallback({ key }: StoredCallback, problem?: string): Promise<void> {
  const { error } = await runQuery(trustedClient().rpc("end_callback", { callback: key, why: problem ?? null }));
  if (error) log.warn({ reason: error.message }, "payment callback not marked handled");
  if (problem !== undefined) log.error({ callback: key, problem }, "payment callback needs a person");
}
