import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { accountChecks } from "#app/doctor/accounts.api.server.ts";
import { databaseChecks, PRIVATE_TABLES } from "#app/doctor/database.server.ts";
import { mailChecks } from "#app/doctor/mail.server.ts";
import { runChecks } from "#app/doctor/run-doctor.server.ts";
import { env } from "#app/platform/env.server.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";

async function linesOf() {
  const lines = await runChecks([...databaseChecks(), ...accountChecks()]);
  return Object.fromEntries(lines.map(({ name, state, message }) => [name, `${state} ${message}`]));
}

test("the doctor checks every table except those that everybody may read", async () => {
  const tables = await database.query("select tablename from pg_tables where schemaname = 'public' order by 1");
  const open = ["posts", "projects"];
  expect(tables.map(({ tablename }) => tablename).filter((name) => !open.includes(String(name)))).toEqual([
    ...PRIVATE_TABLES,
  ]);
});

test("a database with this build's schema passes every check", async () => {
  const lines = await linesOf();
  for (const [name, line] of Object.entries(lines)) expect(line, name).toMatch(/^good /);
  expect(lines["site URL"]).toBe(`good It is ${env.origin}.`);
});

test.each([
  ["counts them all as one", 30, /^bad The auth service counts all visitors as one\.$/],
  ["has no limit", Number.POSITIVE_INFINITY, /^manual No limit was met/],
])("an auth service that does not receive visitors' IP addresses and %s is reported", async (_what, burst, result) => {
  let calls = 0;
  const answer = () => new Response(null, { status: ++calls > burst ? 429 : 400 });
  server.use(http.post("*/auth/v1/otp", answer));
  expect((await linesOf())["visitors' addresses"]).toMatch(result);
});

test("a table that the public key can read, one that the secret key cannot, and a missing migration are reported", async () => {
  const [{ version } = {}] = await database.query("select max(version) as version from schema_versions");
  await database.query("grant select on mails to anon");
  await database.query("revoke select on orders from service_role");
  await database.query("delete from supabase_migrations.schema_migrations where version = $1", [version]);
  const lines = await linesOf();
  await database.query("revoke select on mails from anon");
  await database.query("grant select on orders to service_role");
  await database.query("insert into supabase_migrations.schema_migrations (version) values ($1)", [version]);
  expect(lines["private tables"]).toBe("bad Anybody may ask for rows of mails.");
  expect(lines["secret key"]).toBe("bad It may not read orders (HTTP 403).");
  expect(lines.migrations).toBe(`bad The database lacks ${version}.`);
});

test.each([
  ["the connection breaks off", () => HttpResponse.error()],
  ["the service fails", () => new Response(null, { status: 502 })],
])("says nothing of rights or migrations when %s", async (_what, response) => {
  server.use(http.get("*/rest/v1/orders", response));
  const lines = await linesOf();
  expect(lines["secret key"]).toMatch(
    /^bad [\w.:]+: (the connection broke off|the call failed|it said no \(HTTP 502\))/,
  );
  expect(lines["private tables"]).toBe("warning Not every table has answered for itself.");
  expect(JSON.stringify(lines)).not.toMatch(/grants|HTTP 0|It may not read/);
});

test("wrong and swapped keys are reported and never repeated", async () => {
  const { publishableKey, secretKey } = env.supabase;
  Object.assign(env.supabase, { publishableKey: secretKey, secretKey: publishableKey });
  const swapped = await linesOf();
  Object.assign(env.supabase, { publishableKey: "sb_publishable_other", secretKey: "sb_secret_other" });
  const wrong = await linesOf();
  Object.assign(env.supabase, { publishableKey, secretKey });
  expect(swapped["public key"]).toMatch(/^warning It is taken, and does not look like a public key/);
  expect(swapped["secret key"]).toMatch(/^bad /);
  expect(swapped["private tables"]).toMatch(/^bad Anybody/);
  for (const name of ["public key", "secret key"]) expect(wrong[name]).toMatch(/^bad .*did not let us in \(HTTP 401\)/);
  expect(wrong["private tables"]).toBe("warning Not every table has answered for itself.");
  for (const lines of [swapped, wrong]) {
    expect(JSON.stringify(lines)).not.toContain(secretKey);
    expect(JSON.stringify(lines)).not.toContain("_other");
  }
});

test("a mail server that is not there is reported", async () => {
  const { smtp } = env;
  env.smtp = { host: "127.0.0.1", port: 9, isSecure: false, auth: undefined };
  const [line] = await runChecks(mailChecks(undefined).filter(({ name }) => name === "mail server"));
  env.smtp = smtp;
  expect(`${line?.state} ${line?.message}`).toBe("bad 127.0.0.1: nobody listens there (ECONNREFUSED).");
});
