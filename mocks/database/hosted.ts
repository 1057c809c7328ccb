import type postgres from "postgres";
import { makeSecrets } from "./data-secrets.ts";
import type { Embedded } from "./embedded.ts";
import { likeGoTrue } from "./gotrue.ts";
import { answerWithKey, isoTimestamp, oneAtATime, startLite } from "./lite-app.ts";
import { workAroundLite } from "./lite-workarounds.ts";
import { createMailQueue, type SendMail } from "./mail-queue.ts";
import type { Statements } from "./migrate.ts";
import { withoutConsoleErrors } from "./quiet.ts";

/** Sessions of the services at the PostgreSQL server. */
const SESSIONS = 8;

type Where = Pick<postgres.Options<Record<string, never>>, "host" | "username" | "database">;

/**
 * The fake project on a PostgreSQL server of whoever calls, with the same migrations, seed and services as the embedded
 * database. Calls of the REST service run beside each other, each in a transaction of a session of its own, as a hosted
 * project's do: for tests of several processes. From now on this process's mocks answer by it.
 */
export async function openHosted({ where, onMail }: { where: Where; onMail: SendMail }): Promise<Embedded> {
  const [{ createPostgresConnection }, { default: connect }] = await Promise.all([
    import("@supabase/lite/postgres"),
    import("postgres"),
  ]);
  // JSON is text to lite and to whoever writes a statement by hand, as it is to PGlite.
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

  // The workarounds must run one at a time, or two who sign up with one address would delete each other's account.
  const inTurn = oneAtATime();
  const { publishableKey, secretKey } = secrets;
  const hosted: Embedded = {
    keys: { publishableKey, secretKey },
    answer: answerWithKey(
      secrets,
      likeGoTrue(secretKey, (request) => {
        const isAuth = new URL(request.url).pathname.startsWith("/auth/");
        const workarounds = { database: statements, service: app, secretKey };
        const work = async () =>
          (isAuth ? await workAroundLite(request, workarounds) : undefined) ?? app.fetch(request);
        return withoutConsoleErrors(() => (isAuth ? inTurn(work) : work()));
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
