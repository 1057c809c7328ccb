import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";

const rowSchema = z.object({ email: z.string(), name: z.string() });

/**
 * Returns the first names of customers, by their e-mail addresses. Those without a name are left out, and everybody if the database
 * fails: a mail can do without.
 */
export async function findFirstNames(emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const query = trustedClient().rpc("full_names", { addresses: emails });
  const rows = (await readRows(query, rowSchema, "customer names not read")) ?? [];
  return new Map(rows.map(({ email, name }) => [email, firstNameIn(name)]));
}
