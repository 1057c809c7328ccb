import { randomBytes, randomUUID } from "node:crypto";
import { nowDate } from "#app/model/clock.ts";
import { failure } from "./gotrue.ts";
import { deleteUser } from "./lite-admin.ts";
import { type AuthMailKind, refuseAddress, refuseMail } from "./lite-mail-faults.ts";
import type { Statements } from "./migrate.ts";

type Database = Pick<Statements, "query">;
type Service = { fetch(request: Request): Response | Promise<Response> };

/**
 * What the embedded auth service does otherwise than a hosted project, put right before it gets the request: it never
 * sends a confirmation mail again, tells whoever signs up with a known address that it is known, and whoever has no
 * password who has an account. It takes any address, and its mails neither fail nor wait for each other. Gives back the answer,
 * or undefined where the service may answer itself. Must run alone, as far as the auth service is concerned.
 * Source: docs/decisions, "Embedded database".
 */
export async function workAroundLite(
  request: Request,
  { database, service, secretKey }: { database: Database; service: Service; secretKey: string },
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/auth/v1/admin/")) return deleteUser(request, database, secretKey);
  const [, endpoint = ""] = /^\/auth\/v1\/(signup|resend|recover|token)$/.exec(pathname) ?? [];
  if (request.method !== "POST" || endpoint === "") return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  const email = textOf(body, "email")?.toLowerCase();
  if (email === undefined) return undefined;
  if (endpoint === "token") return refuseUnproven(database, email, textOf(body, "password"));
  const unfit = refuseAddress(email);
  if (unfit || (endpoint === "resend" && textOf(body, "type") !== "signup")) return unfit;

  const user = await findUser(database, email);
  const isUnconfirmed = user ? user.email_confirmed_at === null : endpoint === "signup";
  const kind: AuthMailKind | undefined =
    endpoint === "recover" ? user && "recovery" : isUnconfirmed ? "confirmation" : undefined;
  const refused = kind && refuseMail(kind, email, user?.[`${kind}_sent_at`]);
  if (refused || endpoint === "recover" || user === undefined) return refused;
  if (isUnconfirmed) await sendAgain(request, database, service, user);
  if (endpoint === "resend") return Response.json({});
  return Response.json(strangerWith(email, isUnconfirmed));
}

type KnownUser = { id: string; email: string; hash: string; about: unknown; is_banned: boolean } & {
  [Name in "email_confirmed_at" | "confirmation_sent_at" | "recovery_sent_at"]: unknown;
};

async function findUser(database: Database, email: string): Promise<KnownUser | undefined> {
  const { rows } = await database.query<KnownUser>(
    `select id, email, encrypted_password as hash, raw_user_meta_data as about, email_confirmed_at,
       confirmation_sent_at, recovery_sent_at, coalesce(banned_until > now(), false) as is_banned
     from auth.users where email = $1`,
    [email],
  );
  return rows[0];
}

/**
 * The service compares no password where there is no account, so it answers sooner, and before it compares one it says that
 * an account is unconfirmed. Here every try costs one comparison; where there is none to make, with anybody's password.
 */
async function refuseUnproven(database: Database, email: string, password = ""): Promise<Response | undefined> {
  const user = await findUser(database, email);
  if (user?.is_banned) return failure(400, "user_banned", "User is banned");
  if (user?.hash && user.email_confirmed_at !== null) return undefined;
  const { default: bcrypt } = await import("bcryptjs");
  const isProven = await bcrypt.compare(password, user?.hash || (await anyHash(database)));
  if (user?.hash && isProven) return undefined;
  return failure(400, "invalid_credentials", "Invalid login credentials");
}

/** Of the same cost as all others, whatever that is. */
async function anyHash(database: Database): Promise<string> {
  const { rows } = await database.query<{ hash: string }>(
    "select encrypted_password as hash from auth.users where encrypted_password <> '' limit 1",
  );
  return rows[0]?.hash ?? "";
}

/** The service makes a mail for a new user only: so the same person signs up anew, and keeps their first password. */
async function sendAgain(request: Request, database: Database, service: Service, user: KnownUser): Promise<void> {
  await database.query("delete from auth.identities where user_id = $1", [user.id]);
  await database.query("delete from auth.users where id = $1", [user.id]);
  const data = typeof user.about === "string" ? JSON.parse(user.about) : user.about;
  const body = JSON.stringify({ email: user.email, password: randomBytes(24).toString("base64url"), data });
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  await service.fetch(new Request(new URL("/auth/v1/signup", request.url), { method: "POST", headers, body }));
  await database.query("update auth.users set encrypted_password = $1 where email = $2", [user.hash, user.email]);
}

/**
 * What a hosted project answers to somebody who signs up with a known address: a user that does not exist. One with an
 * identity has been written to.
 */
function strangerWith(email: string, isWrittenTo: boolean) {
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
