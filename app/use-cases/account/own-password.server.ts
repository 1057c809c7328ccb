import { checkPassword } from "#app/gateways/accounts.server.ts";
import type { Account } from "#app/model/account.ts";
import type { Failure } from "#app/model/result.ts";
import { mayTry, noteFailure, noteNothing, noteSuccess } from "./sign-in-limits.server.ts";

type Typed = { current?: string | undefined; wanted?: string };
/** "current": they know it. "wanted": the new one is in force already. "none": it is neither. "lost": nobody has said. */
type Known =
  | { kind: "current" | "wanted" | "none" }
  | { kind: "wait"; seconds: number }
  | { kind: "lost"; why: Failure };

/**
 * Which of the passwords that a form brought is the account's now. The new one is when the same form came before: it was
 * pressed twice, or its answer was lost. The auth service is asked, and nothing is kept: what tells whether a password is
 * the same would tell a thief of our database as well. Counted like a try to sign in, unless the service did not say.
 */
export async function findPassword(account: Account, typed: Typed, address: string | undefined): Promise<Known> {
  const { email, id } = account;
  const attempt = { email, address, device: `session ${id}` };
  const allowed = await mayTry(attempt);
  if (!allowed.ok) return { kind: "wait", seconds: allowed.retryAfterSeconds };
  for (const kind of ["current", "wanted"] as const) {
    const password = typed[kind];
    if (password === undefined) continue;
    const checked = await checkPassword({ email, password }, address);
    if (!checked.ok && checked.reason !== "wrong-credentials") {
      await noteNothing(attempt);
      return { kind: "lost", why: checked };
    }
    if (!checked.ok) continue;
    await noteSuccess(attempt);
    return { kind };
  }
  await noteFailure(attempt);
  return { kind: "none" };
}
