import { env } from "#app/platform/env.server.ts";
import type { makeSecrets } from "./data-secrets.ts";
import { AUDIT_LOG } from "./lite-admin.ts";
import { migrate, type Statements } from "./migrate.ts";

export type Mailer = { send(mail: { to: string; subject: string; html?: string }): Promise<void> };

type Lite = {
  /** A connection of lite, to PGlite or to a PostgreSQL server. */
  connection: ConstructorParameters<typeof import("@supabase/lite").App>[0]["connection"];
  /** Runs statements on the same database as its owner. */
  statements: Statements;
  secrets: ReturnType<typeof makeSecrets>;
  email: Mailer;
};

/** Starts the auth and REST services for a database, with the settings of our hosted project, and applies migrations. */
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
          email_change: {
            subject: "A new e-mail address was asked for",
            content_path: "supabase/templates/email_change.html",
          },
        },
      },
    },
    options: { drivers: { email }, server: { admin: false, disableStudio: true } },
  });
  await app.init();
  await app.ensureSystemSchema();
  await migrate(statements);
  await statements.exec(AUDIT_LOG);
  // If this is not set, the first request grants all rights on all tables to everyone, permanently.
  Object.assign(connection, { rlsState: "active" });
  return app;
}

/** Converts PostgreSQL's `2023-11-26 22:13:20+00` to ISO 8601, as a hosted project returns it. */
export function isoTimestamp(value: string): string {
  return value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}

type Handler = (request: Request) => Promise<Response>;

/**
 * Wraps a handler: a call without one of the keys gets 401, and an exception becomes 500. The link of a mail has no key, and
 * the auth service opens it for everybody (Supabase, "Verify").
 */
export function requireKey(keys: Pick<Lite["secrets"], "publishableKey" | "secretKey">, handler: Handler): Handler {
  return async (request) => {
    // Checked first, because the workarounds would act for any caller.
    const key = request.headers.get("apikey");
    const isMailedLink = request.method === "GET" && new URL(request.url).pathname === "/auth/v1/verify";
    if (!isMailedLink && key !== keys.publishableKey && key !== keys.secretKey)
      return Response.json({ message: "Invalid API key" }, { status: 401 });
    // Leaves out the database's error, which contains the statement's parameters.
    return handler(request).catch(() => Response.json({ message: "The database failed." }, { status: 500 }));
  };
}

/** Returns a function that runs the tasks it gets one after the other. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
