/** A fake hosting server, in plain SQL. */
import type { Query } from "./service-money-acts.ts";

/** The fake hosting server: its accounts. */
export const hosting = { accounts: [] as { username: string; domain: string; isSuspended: boolean }[] };

/** Returns how the run calls the fake hosting server. */
export function createServerActs(query: Query) {
  const one = async (statement: string, at = 0): Promise<Record<string, unknown>> =>
    (await query(statement, at))[0] ?? {};
  const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;

  /** One turn at the fake hosting server, as the run does it. */
  return async function callServer(said: string, at: number): Promise<void> {
    const { claimed } = await one("select claim_service(now(), 120) ->> 'service' as claimed", at);
    if (!claimed || said === "killed before") return;
    const its = JSON.parse(String(claimed)) as Record<string, unknown>;
    if (its.wanted === "suspended" && (await one(`select drop_suspension('${its.id}') as yes`, at)).yes) return;
    const settle = (outcome: object) =>
      query(`select settle_service('${its.id}', '${its.wanted}', ${json(outcome)}, '[]')`, at);
    const username = `u${String(its.id).replaceAll("-", "").slice(0, 12)}`;
    const known = hosting.accounts.find((account) => account.username === username);
    if (its.wanted === "create") {
      const { begin_service_call: mayCall } = await one(
        `select begin_service_call('${its.id}', now(), '${username}')`,
        at,
      );
      if (mayCall === "begun") {
        if (said === "problem") return void (await settle({ problem: "the server refused it" }));
        hosting.accounts.push({ username, domain: String(its.domain), isSuspended: false });
        if (said !== "yes") return;
        await settle({ did: "create" });
      } else await settle(known ? { did: "create" } : { problem: "no answer, and no account" });
      return;
    }
    if (said === "problem") return void (await settle({ problem: "locked" }));
    if (known && its.wanted !== "plan") known.isSuspended = its.wanted === "suspended";
    if (said === "yes") await settle({ did: its.wanted });
  };
}
