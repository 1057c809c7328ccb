import { env } from "#app/env.server.ts";
import type { makeSecrets } from "./data-secrets.ts";
import { AUDIT_LOG } from "./lite-admin.ts";
import { migrate, type Statements } from "./migrate.ts";

export type Mailer = { send(mail: { to: string; subject: string; html?: string }): Promise<void> };

type Lite = {
  /** Of lite's own kinds, to PGlite or to a PostgreSQL server. */
  connection: ConstructorParameters<typeof import("@supabase/lite").App>[0]["connection"];
  /** The same database as its owner has it. */
  statements: Statements;
  secrets: ReturnType<typeof makeSecrets>;
  email: Mailer;
};

/** The auth and REST services around a database, brought up to date, with the settings of a hosted project of ours. */
export async function startLite({ connection, statements, secrets, email }: Lite) {
  const { App } = await import("@supabase/lite");
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: env.origin,
      minimum_password_length: 8,
      email: {
        enable_confirmations: true,
        template: {
          confirmation: {
            subject: "Confirm your e-mail address",
            content_path: "supabase/templates/confirmation.html",
          },
          recovery: { subject: "Choose a new password", content_path: "supabase/templates/recovery.html" },
        },
      },
    },
    options: { drivers: { email }, server: { admin: false, disableStudio: true } },
  });
  await app.init();
  await app.ensureSystemSchema();
  await migrate(statements);
  await statements.exec(AUDIT_LOG);
  // Left unset, the first request grants everything on every table to everyone, for good.
  Object.assign(connection, { rlsState: "active" });
  return app;
}

/** PostgreSQL's `2023-11-26 22:13:20+00` as the ISO 8601 text that a hosted project answers. */
export function isoTimestamp(value: string): string {
  return value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}

type Answer = (request: Request) => Promise<Response>;

/** Lets those calls through to a project that show one of its keys, and turns what goes wrong into an answer. */
export function answerWithKey(keys: Pick<Lite["secrets"], "publishableKey" | "secretKey">, answer: Answer): Answer {
  return async (request) => {
    // First of all: the workarounds would act for any caller.
    const key = request.headers.get("apikey");
    if (key !== keys.publishableKey && key !== keys.secretKey)
      return Response.json({ message: "Invalid API key" }, { status: 401 });
    // The database's error holds the statement's parameters, which are nobody's business.
    return answer(request).catch(() => Response.json({ message: "The database failed." }, { status: 500 }));
  };
}

/** Works that are given to what this gives back run one after the other. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
