import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, test } from "vitest";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createDemoCustomers, demoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { database } from "./database.ts";
import { CLOSED_TABLES, OWN_TABLES, sampleRows } from "./sample-rows.ts";

const [FIRST, SECOND] = demoCustomers;
const DENIED = "42501";
let clients: Record<string, SupabaseClient>;

async function newClient(customer?: (typeof demoCustomers)[number]) {
  const client = createClient(env.supabase.url, env.supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: class {} as never },
  });
  if (!customer) return client;
  const signedIn = await client.auth.signInWithPassword({ email: customer.email, password: "sandbox-password" });
  expect(signedIn.error).toBeNull();
  return client;
}

beforeAll(async () => {
  await createDemoCustomers(database);
  for (const sql of sampleRows(FIRST.id, SECOND.id)) await database.query(sql);
  clients = { anonymous: await newClient(), first: await newClient(FIRST), second: await newClient(SECOND) };
});

describe.each([
  ["anonymous", undefined],
  ["first", FIRST.id],
  ["second", SECOND.id],
])("the client of the %s customer", (who, id) => {
  /** Returns the error codes of inserting, changing and deleting rows with this column. */
  async function writesTo(table: string, column: string, value = "x") {
    const rows = () => clients[who]?.from(table);
    const writes = [
      rows()?.insert({ [column]: value } as never),
      rows()
        ?.update({ [column]: FIRST.id } as never)
        .not(column, "is", null),
      rows()?.delete().not(column, "is", null),
    ];
    return (await Promise.all(writes)).map((written) => written?.error?.code);
  }

  test.each(CLOSED_TABLES)("neither reads nor writes %s", async (table, column) => {
    expect((await clients[who]?.from(table).select("*"))?.error?.code).toBe(DENIED);
    expect(await writesTo(table, column)).toEqual([DENIED, DENIED, DENIED]);
  });

  test.each(OWN_TABLES)("reads only the customer's own rows of %s and writes none", async (table) => {
    const { data, error } = (await clients[who]?.from(table).select("user_id")) ?? {};
    if (id === undefined) expect(error?.code).toBe(DENIED);
    else expect(new Set(data?.map((row) => row.user_id))).toEqual(new Set([id]));
    expect(await writesTo(table, "user_id", FIRST.id)).toEqual([DENIED, DENIED, DENIED]);
  });
});

test.each([
  ["a name in other case", { name: "MamaMboga.co.ke" }],
  ["a zone", { name: "new.co.ke", zone_id: demoDomains[0]?.zoneId }],
])("%s that a domain has cannot belong to another", async (_what, own) => {
  const domain = { user_id: SECOND.id, expiry_date: "2027-01-01T00:00:00Z", ...own };
  expect((await trustedClient().from("domains").insert(domain)).error?.code).toBe("23505");
});

test("creating the demo customers again changes only dates, which are counted from today in Nairobi", async () => {
  await database.query("update domains set status = 'active' where name = 'nyumbapoa.co.ke'");
  await createDemoCustomers(database);
  const rows = await database.query(`
    select name, status, (expiry_date at time zone 'Africa/Nairobi')::date - (now() at time zone 'Africa/Nairobi')::date as days
    from domains`);
  expect(rows).toHaveLength(demoDomains.length);
  expect(rows.find((row) => row.name === "nyumbapoa.co.ke")?.status).toBe("active");
  for (const { name, daysLeft } of demoDomains) expect(rows.find((row) => row.name === name)?.days).toBe(daysLeft);
});
