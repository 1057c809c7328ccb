import { createHash, createHmac } from "node:crypto";
import { nowMs } from "#app/platform/clock.ts";
import { purgeRows } from "#app/platform/database/purge.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { ConfirmationKind } from "./confirm-mail.ts";

/** How long a confirmation link works and an unconfirmed row is stored. */
export const UNCONFIRMED_DAYS = 14;

const DAY_MS = 24 * 3600_000;

/** The status of a row. */
export const STATUSES = ["unconfirmed", "confirmed", "sent", "left"] as const;

/**
 * Returns the token of a row's confirmation link. It is derived from the row's id and APP_SECRET, so that two mails
 * have the same link. Only its hash is stored.
 */
export function confirmToken(kind: ConfirmationKind, id: string): string {
  return createHmac("sha256", env.appSecret).update(`confirm ${kind} ${id}`).digest("base64url");
}

/** Returns the hash of a token as the database stores it. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns the column with the hash of a row's token. */
export function tokenHashOf(kind: ConfirmationKind, id: string): { confirm_token_hash: string } {
  return { confirm_token_hash: hashOfToken(confirmToken(kind, id)) };
}

/** Returns the id and the token hash of a new row. */
export function newUnconfirmedRow(kind: ConfirmationKind): { id: string; confirm_token_hash: string } {
  const id = crypto.randomUUID();
  return { id, ...tokenHashOf(kind, id) };
}

const TABLES = { school: "school_interest", newsletter: "newsletter_pending", copies: "billing_contacts" } as const;

/** Deletes rows that were not confirmed in time. */
export function purgeUnconfirmed(kind: keyof typeof TABLES): Promise<void> {
  const limit = new Date(nowMs() - UNCONFIRMED_DAYS * DAY_MS);
  return purgeRows(TABLES[kind], "created_at", limit, "unconfirmed");
}
