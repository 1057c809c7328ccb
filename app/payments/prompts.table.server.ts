import { z } from "zod";
import { PROMPT_STATES, type Prompt } from "#app/orders/bill.ts";
import { nowMs } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { pollRows, readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { type Callback, callbackSchema } from "./daraja-callback.server.ts";
import { CALLBACK_SOURCES } from "./pay-ways.ts";

/** A callback is needed until its payment is settled, and longer only to see what M-PESA said. */
const KEPT_DAYS = 400;
const NOT_OPENED = "We could not ask your phone. Nothing was sent. Please try again.";

export const promptSchema = z
  .object({
    id: z.string(),
    bill_id: z.string(),
    amount_ksh: z.number(),
    phone_e164: z.string(),
    state: z.enum(PROMPT_STATES),
    checkout_request_id: z.string().nullable(),
    result_code: z.string().nullable(),
    result_text: z.string().nullable(),
    asked_at: z.string(),
  })
  .transform(
    (row): Prompt => ({
      id: row.id,
      billId: row.bill_id,
      amountKsh: row.amount_ksh,
      phone: row.phone_e164,
      state: row.state,
      checkoutRequestId: row.checkout_request_id,
      resultCode: row.result_code,
      resultText: row.result_text,
      askedAt: row.asked_at,
    }),
  );

const openedSchema = z
  .object({ prompt: promptSchema.nullable(), is_new: z.boolean() })
  .transform(({ prompt, is_new }) => ({ prompt, isNew: is_new }))
  .nullable();
type Opened = z.infer<typeof openedSchema>;

/**
 * Opens a prompt for what is missing of a bill. If one is open already, or money is being checked, returns the last prompt with
 * `isNew` false; with `isFirst`, so it does if the bill ever had a prompt. Null if there is nothing to pay. The database
 * decides, however many processes ask.
 */
export async function openPrompt(bill: string, phone: string, isFirst = false): Promise<Result<Opened>> {
  const { data, error } = await runQuery(trustedClient().rpc("open_prompt", { bill, phone, only_first: isFirst }));
  const opened = openedSchema.safeParse(data);
  if (!error && opened.success) return success(opened.data);
  log.error({ reason: error?.message ?? "a row of another shape" }, "payment prompt not opened");
  return failure(503, NOT_OPENED);
}

type RequestIds = { merchantRequestId: string | undefined; checkoutRequestId: string | undefined };

/**
 * Stores M-PESA's two ids of a prompt. Returns the stored checkout id, or null if the prompt has no checkout id. Returns
 * undefined if the database failed.
 */
export async function markPromptSent(
  prompt: string,
  { merchantRequestId, checkoutRequestId }: RequestIds,
): Promise<string | null | undefined> {
  const ids = { merchant: merchantRequestId ?? null, checkout: checkoutRequestId ?? null };
  const { data, error } = await runQuery(trustedClient().rpc("mark_prompt_sent", { prompt, ...ids }));
  const stored = z.string().nullable().safeParse(data);
  if (!error && stored.success) return stored.data;
  log.error({ prompt, reason: error?.message }, "payment prompt not marked sent");
}

/** Ends a prompt, unless money has come from it. Returns false if that could not be written. */
export async function endPrompt(
  prompt: string,
  outcome: "paid" | "refused" | "unknown",
  { code, text }: { code: string; text: string },
): Promise<boolean> {
  const ending = { prompt, outcome, code: code.slice(0, 40), words: text.slice(0, 200) };
  const { error } = await runQuery(trustedClient().rpc("end_prompt", ending));
  if (error) log.error({ prompt, reason: error.message }, "payment prompt not ended");
  return error === null;
}

/** Claims a prompt whose outcome is to be queried; undefined if none is due or the database fails. */
export async function claimPromptQuery(): Promise<Prompt | undefined> {
  return (await pollRows(trustedClient().rpc("claim_prompt_query"), promptSchema, "payment prompts not claimed"))?.[0];
}

/**
 * Returns the phone that a customer's last prompt was sent to, by which the next bill's form is filled; undefined if there is
 * none, or if the database failed. After 30 days it is only three digits.
 */
export async function findLastPhone(userId: string): Promise<string | undefined> {
  const query = trustedClient().from("payment_prompts").select("phone_e164").eq("user_id", userId);
  const last = query.order("asked_at", { ascending: false }).limit(1);
  return (await readRows(last, z.object({ phone_e164: z.string() }), "last phone not read"))?.[0]?.phone_e164;
}

/** Shortens the phone numbers of prompts that are older than 30 days. */
export async function forgetPhones(): Promise<void> {
  const { error } = await runQuery(trustedClient().rpc("forget_phones"));
  if (error) throw new Error(error.message);
}

/** How long a callback stays claimed: longer than processing it takes. */
const CLAIM_SECONDS = 60;

/** A callback to store. A callback that is sent several times has the same `key`, and so is stored once. */
type NewCallback = {
  key: string;
  source: (typeof CALLBACK_SOURCES)[number];
  promptId?: string;
  body: Callback;
  addressHash: string;
};

const storedSchema = z
  .object({
    key: z.string(),
    source: z.enum(CALLBACK_SOURCES),
    prompt_id: z.string().nullable(),
    body: callbackSchema,
    received_at: z.string(),
  })
  .transform(({ prompt_id, received_at, ...row }) => ({ ...row, promptId: prompt_id, receivedAt: received_at }));
export type StoredCallback = z.infer<typeof storedSchema>;

/** Stores a callback once. Returns false if that failed. */
export async function keepCallback({ promptId, addressHash, ...row }: NewCallback): Promise<boolean> {
  const callback = { ...row, prompt_id: promptId ?? null, address_hash: addressHash };
  const { error } = await runQuery(trustedClient().rpc("store_callback", { callback }));
  if (error) log.error({ reason: error.message }, "payment callback not stored");
  return error === null;
}

/** Claims the oldest unhandled callback for a minute. Undefined if no callback is waiting or the database fails. */
export async function claimCallback(): Promise<StoredCallback | undefined> {
  const query = trustedClient().rpc("claim_callback", { seconds: CLAIM_SECONDS });
  return (await pollRows(query, storedSchema, "payment callbacks not claimed"))?.[0];
}

/** Stores that a callback was handled or, if `problem` is given, why staff have to look at it. */
export async function endCallback({ key }: StoredCallback, problem?: string): Promise<void> {
  const { error } = await runQuery(trustedClient().rpc("end_callback", { callback: key, why: problem ?? null }));
  if (error) log.warn({ reason: error.message }, "payment callback not marked handled");
  if (problem !== undefined) log.error({ callback: key, problem }, "payment callback needs a person");
}

/** Deletes callbacks KEPT_DAYS after they were handled. Throws if the database fails. */
export function purgeCallbacks(): Promise<void> {
  return purgeRows("payment_callbacks", "handled_at", new Date(nowMs() - KEPT_DAYS * 24 * 3600_000));
}
