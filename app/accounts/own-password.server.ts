import type { Account } from "#app/platform/http/account.ts";
import type { Failure } from "#app/platform/result.ts";
import { checkPassword } from "./accounts.api.server.ts";
import { admitAttempt, discardAttempt, recordFailure, recordSuccess } from "./sign-in-limits.server.ts";

type Typed = { current?: string | undefined; wanted?: string };
/**
 * "current": the typed current password is right. "wanted": the new password is the account's already. "none": neither
 * password is right. "wait": there were too many attempts. "lost": the auth service failed.
 */
type Match =
  | { kind: "current" | "wanted" | "none" }
  | { kind: "wait"; seconds: number }
  | { kind: "lost"; why: Failure };

/**
 * Returns which of the submitted passwords is the account's. The new password is, if the same form was processed before: after
 * a double submission or a lost response. The auth service decides and nothing is stored, because a stored fingerprint would
 * help a thief of the database. Each check counts as a sign-in attempt, unless the auth service failed.
 */
export async function matchPassword(account: Account, typed: Typed, address: string | undefined): Promise<Match> {
  const { email, id } = account;
  const attempt = { email, address, device: `session ${id}` };
  const allowed = await admitAttempt(attempt);
  if (!allowed.ok) return { kind: "wait", seconds: allowed.retryAfterSeconds };
  for (const kind of ["current", "wanted"] as const) {
    const password = typed[kind];
    if (password === undefined) continue;
    const checked = await checkPassword({ email, password }, address);
    if (!checked.ok && checked.reason !== "wrong-credentials") {
      await discardAttempt(attempt);
      return { kind: "lost", why: checked };
    }
    if (!checked.ok) continue;
    await recordSuccess(attempt);
    return { kind };
  }
  await recordFailure(attempt);
  return { kind: "none" };
}
