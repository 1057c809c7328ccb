import type postgres from "postgres";
import { withoutConsoleErrors } from "./console-filter.ts";
import { makeSecrets } from "./data-secrets.ts";
import type { Embedded } from "./embedded.ts";
import { imitateGoTrue } from "./gotrue.ts";
import { createSerialQueue, isoTimestamp, requireKey, startLite } from "./lite-app.ts";
import { workAroundLite } from "./lite-workarounds.ts";
import { createMailQueue, type SendMail } from "./mail-queue.ts";
import type { Statements } from "./migrate.ts";
import { withRowLimit } from "./row-limit.ts";

/** The number of connections to the PostgreSQL server. */
const SESSIONS = 8;

type ServerAddress = Pick<postgres.Options<Record<string, never>>, "host" | "username" | "database">;

/**
 * Opens the fake project on the caller's PostgreSQL server, with the same migrations, seed and services as the embedded
 * database, and makes this process's mocks use it. REST calls run concurrently, each in its own transaction, as in a hosted
 * project: for tests with several processes.
 */
export async function openHosted({ where, onMail }: { where: ServerAddress; onMail: SendMail }): Promise<Embedded> {
  const [{ createPostgresConnection }, { default: connect }] = await Promise.all([
    import("@supabase/lite/postgres"),
    import("postgres"),
  ]);
  // As in PGlite, JSON parameters may be text.
  const json = {
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: JSON.parse,
  };
  const timestamp = { to: 1184, from: [1184], serialize: (value: unknown) => value, parse: isoTimestamp };
  const connection = createPostgresConnection({
    postgresOptions: {
      ...where,
      max: SESSIONS,
      onnotice() {},
      types: {
        timestamptz: timestamp,
        json: { to: 114, from: [114], ...json },
        jsonb: { to: 3802, from: [3802], ...json },
      },
    },
  });
  const owner = connect({ ...where, max: 1, onnotice() {}, types: { json: { to: 114, from: [114, 3802], ...json } } });
  const statements = asOwner(owner);
  const mail = createMailQueue(onMail);
  const secrets = makeSecrets();
  const app = await withoutConsoleErrors(() => startLite({ connection, statements, secrets, email: mail }));

  // Workarounds run one at a time: two concurrent sign-ups with one address would delete each other's account.
  const inTurn = createSerialQueue();
  const { publishableKey, secretKey } = secrets;
  const hosted: Embedded = {
    keys: { publishableKey, secretKey },
    answer: requireKey(
      secrets,
      imitateGoTrue(secretKey, (request) => {
        const isAuth = new URL(request.url).pathname.startsWith("/auth/");
        const workarounds = { database: statements, service: app, secretKey, mail };
        const task = async () =>
          (isAuth ? await workAroundLite(request, workarounds) : undefined) ?? withRowLimit(request, workarounds);
        return withoutConsoleErrors(() => (isAuth ? inTurn(task) : task()));
      }),
    ),
    query: async (sql, parameters) => (await statements.query<Record<string, unknown>>(sql, parameters)).rows,
    dump: () => Promise.reject(new Error("A server's database is dumped by pg_dump.")),
    async close() {
      globalThis.embeddedDatabase = undefined;
      await mail.settled();
      await Promise.all([connection.close(), owner.end()]);
    },
  };
  globalThis.embeddedDatabase = Promise.resolve(hosted);
  return hosted;
}

function asOwner(sql: postgres.Sql): Statements {
  const within = (one: postgres.ISql) => ({
    exec: (text: string) => one.unsafe(text),
    query: async <Row>(text: string, parameters: unknown[] = []) => ({
      rows: [...(await one.unsafe(text, parameters as postgres.ParameterOrJSON<never>[]))] as Row[],
    }),
  });
  return { ...within(sql), transaction: (work) => sql.begin((inner) => work(within(inner))) };
}
