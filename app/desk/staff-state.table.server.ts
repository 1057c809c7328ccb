import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";

const stateSchema = z.object({ confirmed: z.number(), stepped: z.number() });

/**
 * Returns how many of the addresses (lower case) have a confirmed account, and how many of those a second step. Undefined if the
 * database failed.
 */
export async function readStaffState(addresses: readonly string[]) {
  const { data, error } = await runQuery(trustedClient().rpc("staff_state", { addresses }));
  return error ? undefined : stateSchema.safeParse(data).data;
}
