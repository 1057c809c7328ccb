import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { type Query, readRows, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";

const NOT_READ = "We could not check your second step. Please try again.";
const NOT_STORED = "We could not save this. Please try again.";

const stepSchema = z
  .object({
    secret: z.string(),
    confirmed_at: z.string().nullable(),
    created_at: z.string(),
    step_codes: z.array(z.object({ used_at: z.string().nullable() })),
  })
  .transform(({ secret, confirmed_at, created_at, step_codes }) => ({
    sealedSecret: secret,
    begunAt: created_at,
    confirmedAt: confirmed_at,
    codesLeft: step_codes.filter(({ used_at }) => used_at === null).length,
  }));

/**
 * A customer's second step. `confirmedAt` is null until a first code confirms it. `sealedSecret` is encrypted with a key of
 * step.server.ts.
 */
export type SecondStep = z.infer<typeof stepSchema>;

/** Returns a customer's second step, or null. The caller must have verified the customer. */
export async function findSecondStep(userId: string): Promise<Result<SecondStep | null>> {
  const table = trustedClient().from("second_steps");
  const query = table.select("secret,confirmed_at,created_at,step_codes(used_at)").eq("user_id", userId).limit(1);
  const rows = await readRows(query as Query, stepSchema, "second step not read");
  return rows ? success(rows[0] ?? null) : failure(0, NOT_READ);
}

const steppedSchema = z
  .object({ is_on: z.boolean(), passed_at: z.string().nullable() })
  .transform(({ is_on, passed_at }) => ({ isOn: is_on, passedAt: passed_at }));
/** Whether a second step is on, and when a session passed it (ISO 8601), or null if it did not. */
export type SessionStep = z.infer<typeof steppedSchema>;

/**
 * Returns whether a customer's second step is on, and when this session passed it. The caller must verify customer and
 * session.
 */
export async function findSteppedAt(owner: string, session: string): Promise<Result<SessionStep>> {
  const { data, error } = await runQuery(trustedClient().rpc("stepped_at", { owner, session }));
  const parsed = steppedSchema.safeParse(data);
  if (error || !parsed.success) {
    log.error({ reason: error?.message ?? "a row of another shape" }, "second step not read");
    return failure(0, NOT_READ);
  }
  return success(parsed.data);
}

/** Stores a new secret that no code has confirmed yet. False if a second step is on. */
export function beginSecondStep(owner: string, sealed: string): Promise<Result<boolean>> {
  return call("begin_second_step", { owner, sealed });
}

type Passed = { owner: string; session: string; counter: number };

/**
 * Switches a begun step on with its printed codes, and marks the session that sent the first code as stepped. False if no step
 * was begun.
 */
export function confirmSecondStep({ hashes, ...passed }: Passed & { hashes: string[] }): Promise<Result<boolean>> {
  return call("confirm_second_step", { ...passed, hashes });
}

/**
 * Marks a session as stepped by a code of the app. False if this code or a later one was used. One SQL statement decides, so
 * parallel requests cannot use a code twice.
 */
export function passSecondStep(passed: Passed): Promise<Result<boolean>> {
  return call("pass_second_step", passed);
}

/** Marks a session as stepped by a printed code, which works once. */
export function passByRecoveryCode(code: { owner: string; session: string; code: string }): Promise<Result<boolean>> {
  return call("pass_second_step_by_code", code);
}

/** Replaces all printed codes. False if no step is on. */
export function renewRecoveryCodes(owner: string, hashes: string[]): Promise<Result<boolean>> {
  return call("renew_step_codes", { owner, hashes });
}

/** Returns whether the printed code with this hash is one of a customer's current codes, used or not. */
export async function hasRecoveryCode(owner: string, hash: string): Promise<Result<boolean>> {
  const query = trustedClient().from("step_codes").select("hash").eq("user_id", owner).eq("hash", hash).limit(1);
  const rows = await readRows(query as Query, z.object({ hash: z.string() }), "printed codes not read");
  return rows ? success(rows.length > 0) : failure(0, NOT_READ);
}

/** Records that many wrong codes were typed for a customer's account, so that the customer is notified by mail. */
export function recordWrongCodes(owner: string): Promise<Result<boolean>> {
  return call("record_wrong_codes", { owner });
}

/** Removes a customer's second step with its codes. False if there was none. */
export function endSecondStep(owner: string): Promise<Result<boolean>> {
  return call("end_second_step", { owner });
}

async function call(name: string, values: Record<string, unknown>): Promise<Result<boolean>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  if (error) log.error({ reason: error.message, call: name }, "second step not stored");
  return typeof data === "boolean" ? success(data) : failure(0, NOT_STORED, true);
}
