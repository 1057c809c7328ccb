import { env } from "#app/platform/env.server.ts";
import type { Embedded } from "../database/embedded.ts";

/**
 * Lets a code of the second step be used again, so that tests of several workers do not wait for the next half minute. Not with
 * SANDBOX_RULES=1.
 */
export async function allowUsedCodes({ query }: Pick<Embedded, "query">): Promise<void> {
  if (env.keepsSandboxRules)
    return void (await query("drop trigger if exists forget_used_codes on public.second_steps"));
  await query(`create or replace function auth.forget_used_codes() returns trigger language plpgsql as
    $$ begin new.last_counter := 0; return new; end $$`);
  await query(`create or replace trigger forget_used_codes before update on public.second_steps
    for each row execute function auth.forget_used_codes()`);
}
