import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { trustedClient } from "#app/gateways/supabase/client.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { createDemoCustomers, demoCustomers, demoDomains } from "#mocks/demo-customers.ts";
import { openMemory } from "./open-memory.ts";
import { CLOSED_TABLES, OWN_TABLES, sampleRows } from "./sample-rows.ts";

let database: Embedded;
const clients: Record<string, SupabaseClient> = {};

const visitor = () =>
  createClient(env.supabase.url, env.supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: class {} as never },
  });

beforeAll(async () => {
  ({ database } = await openMemory());
  await createDemoCustomers(database);
  for (const sql of sampleRows(demoCustomers[0].id, demoCustomers[1].id)) await database.query(sql);
  clients.anonymous = visitor();
  for (const [index, name] of (["first", "second"] as const).entries()) {
    clients[name] = visitor();
    const { error } = await clients[name].auth.signInWithPassword({
      email: demoCustomers[index]?.email ?? "",
      password: "sandbox-password",
    });
    expect(error).toBeNull();
  }
  clients.trusted = trustedClient();
});
afterAll(() => database.close());

describe.each(["anonymous", "first", "second"])("as %s", (who) => {
  test("can read every post and write none", async () => {
    const posts = clients[who]?.from("posts");
    expect((await posts?.select("slug"))?.data).toHaveLength(20);
    expect((await posts?.insert({ slug: "mine", title: "t", content: "c", category: "Business" }))?.error?.code).toBe(
      "42501",
    );
    expect((await posts?.update({ title: "changed" }).eq("category", "Business"))?.error?.code).toBe("42501");
    expect((await posts?.delete().eq("category", "Business"))?.error?.code).toBe("42501");
  });

  test("can read every project and write none", async () => {
    const projects = clients[who]?.from("projects");
    expect((await projects?.select("id"))?.data).toEqual([{ id: "duka" }]);
    expect((await projects?.insert({ title: "Mine" }))?.error?.code).toBe("42501");
    expect((await projects?.update({ title: "Mine" }).eq("id", "duka"))?.error?.code).toBe("42501");
    expect((await projects?.delete().eq("id", "duka"))?.error?.code).toBe("42501");
  });

  test.each(CLOSED_TABLES)("%s can neither be read nor written", async (table, column) => {
    const closed = clients[who]?.from(table);
    expect((await closed?.select("*"))?.error?.code).toBe("42501");
    expect((await closed?.insert({ [column]: "x" } as never))?.error?.code).toBe("42501");
    expect((await closed?.delete().eq(column, "x"))?.error?.code).toBe("42501");
  });

  test.each(OWN_TABLES)("%s shows the user's own rows and accepts none", async (table) => {
    const own = clients[who]?.from(table);
    const { data, error } = (await own?.select("user_id")) ?? {};
    if (who === "anonymous") {
      expect(error?.code).toBe("42501");
    } else {
      const id = demoCustomers[who === "first" ? 0 : 1].id;
      expect(data?.length).toBeGreaterThan(0);
      expect(data?.every((row) => row.user_id === id)).toBe(true);
    }
    expect((await own?.update({ user_id: demoCustomers[1].id }).neq("user_id", demoCustomers[1].id))?.error?.code).toBe(
      "42501",
    );
    expect((await own?.delete().neq("created_at", "2000-01-01"))?.error?.code).toBe("42501");
    expect((await own?.insert({ user_id: demoCustomers[0].id }))?.error?.code).toBe("42501");
  });
});

test("the secret key reads and writes every table", async () => {
  for (const table of [...CLOSED_TABLES.map(([name]) => name), ...OWN_TABLES, "posts", "projects"]) {
    const { data, error } = (await clients.trusted?.from(table).select("*")) ?? {};
    expect(error).toBeNull();
    expect(data?.length, table).toBeGreaterThan(0);
  }
  const written = await clients.trusted
    ?.from("newsletter_pending")
    .insert({ email: "new@example.co.ke" })
    .select("status");
  expect(written?.data).toEqual([{ status: "unconfirmed" }]);
});

test("a name and a zone belong to one domain, in any case", async () => {
  const twice = { user_id: demoCustomers[1].id, expiry_date: "2027-01-01T00:00:00Z" };
  const again = await clients.trusted?.from("domains").insert({ ...twice, name: "MamaMboga.co.ke" });
  expect(again?.error?.code).toBe("23505");
  const zone = await clients.trusted
    ?.from("domains")
    .insert({ ...twice, name: "new.co.ke", zone_id: demoDomains[0]?.zoneId });
  expect(zone?.error?.code).toBe("23505");
});

test("times are returned as ISO 8601", async () => {
  const { data } = (await clients.anonymous?.from("posts").select("created_at").limit(1)) ?? {};
  expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/);
});

test("a failed statement is not written to the console", async () => {
  const failed = await clients.trusted?.from("newsletter_pending").insert({ email: "" });
  expect(failed?.error).not.toBeNull();
  // tests/setup-mocks.ts fails this test if console.error was called.
});

test("making the demo customers again changes only dates, which are counted from today in Nairobi", async () => {
  await clients.trusted?.from("domains").update({ status: "active" }).eq("name", "nyumbapoa.co.ke");
  await createDemoCustomers(database);
  const rows = await database.query(`
    select name, status, zone_id, (expiry_date at time zone 'Africa/Nairobi')::date - (now() at time zone 'Africa/Nairobi')::date as days
    from domains order by name`);
  expect(rows).toHaveLength(demoDomains.length);
  expect(rows.find((row) => row.name === "nyumbapoa.co.ke")?.status).toBe("active");
  for (const { name, daysLeft } of demoDomains) expect(rows.find((row) => row.name === name)?.days).toBe(daysLeft);
});
