import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import { type Service, WANTED } from "./service.ts";
import { callServices, serviceSchema } from "./services.table.server.ts";

/** How long a claim lasts, if the process that made it ends: longer than the longest call takes. */
const CLAIM_SECONDS = 120;

const claimedSchema = z
  .object({
    service: serviceSchema,
    wanted: z.enum(WANTED),
    attempts: z.number(),
    is_begun: z.boolean(),
    email: z.string(),
    full_name: z.string().nullable(),
    days_without: z.number(),
    target_plan: z.string(),
    is_upgrade: z.boolean(),
    open_bill: z.string().nullable(),
  })
  .transform(({ service, wanted, attempts, email, ...row }) => ({
    ...{ service, wanted, attempts, email, name: row.full_name },
    ...{
      isBegun: row.is_begun,
      daysWithout: row.days_without,
      targetPlan: row.target_plan,
      isUpgrade: row.is_upgrade,
      openBill: row.open_bill,
    },
  }));

/**
 * A service for which this process alone may call the hosting server, for two minutes. `attempts`: how often it was claimed
 * for what is `wanted`, with this time. `isBegun`: an account may have been asked for, so it must be looked for first.
 * `daysWithout`: what is added to its last day if it is restored. `targetPlan`: the plan that its account should have.
 * `openBill`: the unpaid bill of the next year.
 */
export type ClaimedService = z.infer<typeof claimedSchema>;

/** Claims the service that has been due longest; null if none is due. */
export function claimService(now: Date): Promise<Result<ClaimedService | null>> {
  const values = { at: now.toISOString(), seconds: CLAIM_SECONDS };
  return callServices("claim_service", values, claimedSchema.nullable());
}

/** Ends the wish to suspend a service if money for it is on its way. Returns whether it did. */
export function dropSuspension(service: string) {
  return callServices("drop_suspension", { service }, z.boolean());
}

const begunSchema = z.enum(["begun", "taken"]).nullable();

/**
 * Stores the username before an account is asked for. "taken": another service has it. Null if an account was asked for before:
 * then only look for it.
 */
export function beginServiceCall(service: string, now: Date, username: string) {
  return callServices("begin_service_call", { service, at: now.toISOString(), username }, begunSchema);
}

/** What the server's reply means; `access` is stored with it. */
export type ServiceOutcome = (
  | { did: true }
  /** A person must look at it. For staff: it may have words of the server. */
  | { problem: string }
  /** Look or try again then. */
  | { again_at: string }
) & {
  access?: Service["access"];
  /** Nothing was created, so that a new call may begin. */
  begins_again?: true;
};

/** Stores the outcome of a call and releases the claim. Returns false if something else is wanted by now, or if it failed. */
export async function settleService(
  { service, wanted }: ClaimedService,
  outcome: ServiceOutcome,
  mails: readonly Mail[],
): Promise<boolean> {
  const { row, error } = await callWithMails(
    "settle_service",
    { service: service.id, expected: wanted, outcome },
    mails,
  );
  if (error) log.error({ service: service.id, reason: error.message }, "outcome of a service not stored");
  return row === true;
}
