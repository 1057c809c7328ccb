import { createHash, createHmac } from "node:crypto";
import { env } from "#app/env.server.ts";
import { nowMs } from "#app/model/clock.ts";
import type { ConfirmationKind } from "#app/model/confirm-mail.ts";
import { trustedClient } from "./supabase/client.server.ts";
import { ask } from "./supabase/rows.server.ts";

/** How long a link to confirm works, and what was not confirmed is kept. */
export const UNCONFIRMED_DAYS = 14;

const DAY_MS = 24 * 3600_000;

/** The last status change of a row: how far a person has come. */
export const STATUSES = ["unconfirmed", "confirmed", "sent", "left"] as const;

/**
 * The secret of a row's link. It follows from the row, so that two mails about it have the same link; without this site's
 * own secret nobody can make one. Only its hash is stored.
 */
export function confirmToken(kind: ConfirmationKind, id: string): string {
  return createHmac("sha256", env.appSecret).update(`confirm ${kind} ${id}`).digest("base64url");
}

/** What the database keeps of a link's secret. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** What a row keeps of its link. */
export function linkOf(kind: ConfirmationKind, id: string): { confirm_token_hash: string } {
  return { confirm_token_hash: hashOfToken(confirmToken(kind, id)) };
}

/** The id and the hash of a new row. */
export function newConfirmable(kind: ConfirmationKind): { id: string; confirm_token_hash: string } {
  const id = crypto.randomUUID();
  return { id, ...linkOf(kind, id) };
}

const TABLES = { school: "school_interest", newsletter: "newsletter_pending" } as const;

/** Deletes what nobody has confirmed in time. */
export async function purgeUnconfirmed(kind: ConfirmationKind): Promise<void> {
  const limit = new Date(nowMs() - UNCONFIRMED_DAYS * DAY_MS).toISOString();
  const table = trustedClient().from(TABLES[kind]);
  const { error } = await ask(table.delete().eq("status", "unconfirmed").lt("created_at", limit).select("id"));
  if (error) throw new Error(error.message);
}
