import { randomBytes, randomUUID } from "node:crypto";
import { nowDate } from "#app/platform/clock.ts";
import { failure } from "./gotrue.ts";
import { answerAdmin } from "./lite-admin.ts";
import type { Mailer } from "./lite-app.ts";
import { type AuthMailKind, rejectAddress, rejectMail } from "./lite-mail-faults.ts";
import type { Statements } from "./migrate.ts";

type Database = Pick<Statements, "query">;
type Service = { fetch(request: Request): Response | Promise<Response> };

/**
 * Corrects differences between lite's auth service and a hosted project. Lite does not resend confirmations, reveals which
 * addresses have an account, and accepts any address; its mails never fail and have no minimum interval. Returns the response,
 * or undefined if lite may respond itself. Must not run at the same time as another auth call.
 * Source: docs/decisions, "Embedded database".
 */
export async function workAroundLite(
  request: Request,
  { database, service, secretKey, mail }: { database: Database; service: Service; secretKey: string; mail: Mailer },
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (/^\/auth\/v1\/(admin\/|invite$)/.test(pathname)) return answerAdmin(request, { database, secretKey, mail });
  const [, endpoint = ""] = /^\/auth\/v1\/(signup|resend|recover|token)$/.exec(pathname) ?? [];
  if (request.method !== "POST" || endpoint === "") return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  const email = textOf(body, "email")?.toLowerCase();
  if (email === undefined) return undefined;
  if (endpoint === "token") return checkPassword(database, email, textOf(body, "password"));
  const invalid = rejectAddress(email);
  if (invalid || (endpoint === "resend" && textOf(body, "type") !== "signup")) return invalid;

  const user = await findUser(database, email);
  const isUnconfirmed = user ? user.email_confirmed_at === null : endpoint === "signup";
  const kind: AuthMailKind | undefined =
    endpoint === "recover" ? user && "recovery" : isUnconfirmed ? "confirmation" : undefined;
  const refused = kind && rejectMail(kind, email, user?.[`${kind}_sent_at`]);
  if (refused || endpoint === "recover" || user === undefined) return refused;
  if (isUnconfirmed) await resendConfirmation(request, database, service, user);
  if (endpoint === "resend") return Response.json({});
  return Response.json(fakeUser(email, isUnconfirmed));
}

type KnownUser = { id: string; email: string; hash: string; metadata: unknown; is_banned: boolean } & {
  [Name in "email_confirmed_at" | "confirmation_sent_at" | "recovery_sent_at"]: unknown;
};

async function findUser(database: Database, email: string): Promise<KnownUser | undefined> {
  const { rows } = await database.query<KnownUser>(
    `select id, email, encrypted_password as hash, raw_user_meta_data as metadata, email_confirmed_at,
       confirmation_sent_at, recovery_sent_at, coalesce(banned_until > now(), false) as is_banned
     from auth.users where email = $1`,
    [email],
  );
  return rows[0];
}

/**
 * Rejects a wrong password in constant time. Lite responds sooner if there is no account, and says that an account is
 * unconfirmed before it compares the password. Here every try costs one comparison, if necessary with another account's hash.
 */
async function checkPassword(database: Database, email: string, password = ""): Promise<Response | undefined> {
  const user = await findUser(database, email);
  if (user?.is_banned) return failure(400, "user_banned", "User is banned");
  if (user?.hash && user.email_confirmed_at !== null) return undefined;
  const { default: bcrypt } = await import("bcryptjs");
  const isProven = await bcrypt.compare(password, user?.hash || (await anyHash(database)));
  if (user?.hash && isProven) return undefined;
  return failure(400, "invalid_credentials", "Invalid login credentials");
}

/** Returns any account's hash, so that the comparison costs the same. */
async function anyHash(database: Database): Promise<string> {
  const { rows } = await database.query<{ hash: string }>(
    "select encrypted_password as hash from auth.users where encrypted_password <> '' limit 1",
  );
  return rows[0]?.hash ?? "";
}

/**
 * Lite mails only new users, so this signs up a second one with the address and gives its link to the first, who keeps everything
 * else.
 */
async function resendConfirmation(
  request: Request,
  database: Database,
  service: Service,
  user: KnownUser,
): Promise<void> {
  await database.query("update auth.users set email = id || '@invalid' where id = $1", [user.id]);
  const data = typeof user.metadata === "string" ? JSON.parse(user.metadata) : user.metadata;
  const body = JSON.stringify({ email: user.email, password: randomBytes(24).toString("base64url"), data });
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  await service.fetch(new Request(new URL("/auth/v1/signup", request.url), { method: "POST", headers, body }));
  const sql =
    "delete from auth.users where email = $1 returning id, confirmation_token as token, confirmation_sent_at as at";
  const [second] = (await database.query<{ id: string; token: string; at: unknown }>(sql, [user.email])).rows;
  await database.query("delete from auth.identities where user_id = $1", [second?.id]);
  await database.query(
    "update auth.users set email = $2, confirmation_token = $3, confirmation_sent_at = $4 where id = $1",
    [user.id, user.email, second?.token, second?.at],
  );
}

/**
 * Returns a hosted project's response to a sign-up with a known address: an invented user. It has an identity if a mail was
 * sent.
 */
function fakeUser(email: string, isWrittenTo: boolean) {
  const now = nowDate().toISOString();
  const id = randomUUID();
  const identity = { identity_id: id, id, user_id: id, provider: "email", identity_data: { email, sub: id } };
  return {
    id,
    aud: "authenticated",
    role: "",
    email,
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    identities: isWrittenTo ? [identity] : [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

function textOf(body: unknown, name: string): string | undefined {
  const value = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
