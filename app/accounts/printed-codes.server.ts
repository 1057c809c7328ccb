import { z } from "zod";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { recoveryHashOf } from "./second-step.server.ts";
import { hasRecoveryCode } from "./second-steps.table.server.ts";
import type { StepSession } from "./step.server.ts";

/** For how many ms a form that is sent again gets the same codes: the first response may have been lost. */
const SHOWN_AGAIN_MS = 10 * 60_000;
const codesSchema = z.array(z.string());

/**
 * Makes printed codes once for a form, a session and a code of the app, however often the form is sent. For ten minutes it
 * returns the same codes again, unless newer codes have replaced them. Until then the codes are stored encrypted. Source:
 * docs/product/accounts.md, "Second step".
 */
export async function printedCodesOnce(
  form: string,
  { userId, sessionId }: StepSession,
  code: string,
  make: () => Promise<Result<string[]>>,
): Promise<Result<string[]>> {
  const body = { session: sessionId, code };
  const submission = { form, owner: userId, body, resultSchema: z.string(), replayMs: SHOWN_AGAIN_MS };
  const made = await runOnce(submission, async () => {
    const codes = await make();
    return codes.ok ? success(seal(codes.value, SHOWN_AGAIN_MS)) : codes;
  });
  if (!made.ok) return made;
  const codes = codesSchema.safeParse(unseal(made.value)).data ?? [];
  const isCurrent = await hasRecoveryCode(userId, recoveryHashOf(codes[0] ?? "") ?? "");
  if (!isCurrent.ok) return isCurrent;
  return isCurrent.value ? success(codes) : failure(409, "These codes no longer work. Please make new ones.");
}
