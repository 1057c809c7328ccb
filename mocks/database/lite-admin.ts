import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { env } from "#app/platform/env.server.ts";
import { failure, obfuscate } from "./gotrue.ts";
import type { Mailer } from "./lite-app.ts";
import { rejectAddress, rejectMail } from "./lite-mail-faults.ts";
import type { Statements } from "./migrate.ts";

type Database = Pick<Statements, "query">;

/**
 * Triggers that write the auth service's audit log, which lite does not write: sign-ups and sign-ins with the user's e-mail
 * address and name (supabase/auth, `audit_log_entry.go`).
 */
export const AUDIT_LOG = `
  create or replace function auth.note_in_audit_log() returns trigger language plpgsql as $$
  begin
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      select gen_random_uuid(), json_build_object('actor_id', id, 'actor_username', email, 'action', tg_argv[0],
        'actor_name', raw_user_meta_data ->> 'full_name', 'log_type', 'account'), now(), ''
      from auth.users where id = (to_jsonb(new) ->> tg_argv[1])::uuid;
    return null;
  end $$;
  create or replace trigger note_sign_up after insert on auth.users
    for each row execute function auth.note_in_audit_log('user_signedup', 'id');
  create or replace trigger note_login after insert on auth.sessions
    for each row execute function auth.note_in_audit_log('login', 'user_id');
`;

type Admin = { database: Database; secretKey: string; mail: Mailer };

/**
 * Responds to the calls of the auth service's admin API that the site makes: it invites, makes links of invitations,
 * changes an address and deletes.
 * Requires the secret key. Returns undefined for any other call.
 */
export async function answerAdmin(request: Request, { database, secretKey, mail }: Admin) {
  const { pathname } = new URL(request.url);
  const [, id] = /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})$/.exec(pathname) ?? [];
  const isInvite = request.method === "POST" && pathname === "/auth/v1/invite";
  const isLink = request.method === "POST" && pathname === "/auth/v1/admin/generate_link";
  if (!isInvite && !isLink && (id === undefined || !["DELETE", "PUT"].includes(request.method))) return undefined;
  if (request.headers.get("apikey") !== secretKey) return failure(403, "not_admin", "User not allowed");
  if (isInvite) return invite(request, database, mail);
  if (isLink) return makeLink(request, database);
  return request.method === "PUT" ? changeAddress(request, database, id) : deleteUser(request, database, id);
}

const EXISTS = "A user with this email address has already been registered";

const INSERT_INVITED = `
  insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, confirmation_token,
    confirmation_sent_at, invited_at, recovery_token, email_change_token_new, email_change, created_at, updated_at)
  values ($1, 'authenticated', 'authenticated', $2, '', '{"provider":"email","providers":["email"]}', $3, $4, now(), now(),
    '', '', '', now(), now())`;
const INSERT_IDENTITY = `
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
  values ($1::uuid, 'email', $1::uuid::text, $1::uuid, $2, now(), now())`;

/** Makes an account without a password, or finds one that is not confirmed, and mails it a link. */
async function invite(request: Request, database: Database, mail: Mailer) {
  const { email: typed = "", data = {} } = (await request.json()) as Invited;
  const refused = rejectMail("invite", typed.toLowerCase(), undefined);
  const made = refused ?? (await makeInvited({ email: typed, data }, database));
  if (made instanceof Response) return made;
  const { user, token } = made;
  const html = (await readFile("supabase/templates/invite.html", "utf8"))
    .replaceAll("{{ .SiteURL }}", env.origin)
    .replaceAll("{{ .TokenHash }}", token);
  await mail.send({ to: user.email, subject: "Choose your password", html });
  return Response.json(user);
}

/** The same as `invite`, but the link is in the response and not in a mail. */
async function makeLink(request: Request, database: Database) {
  const body = (await request.json()) as Invited & { type?: string };
  if (body.type !== "invite") return failure(400, "validation_failed", "Invalid email action link type requested");
  const made = await makeInvited(body, database);
  if (made instanceof Response) return made;
  const link = { action_link: env.origin, email_otp: "", verification_type: "invite", redirect_to: env.origin };
  return Response.json({ ...made.user, ...link, hashed_token: made.token });
}

type Invited = { email?: string; data?: object };

async function makeInvited({ email: typed = "", data = {} }: Invited, database: Database) {
  const email = typed.toLowerCase();
  const refused = rejectAddress(email);
  if (refused) return refused;
  const [known] = await usersOf(database, email);
  if (known?.email_confirmed_at) return failure(422, "email_exists", EXISTS);
  const token = randomBytes(28).toString("hex");
  const id = known?.id ?? randomUUID();
  if (known) {
    const sql =
      "update auth.users set confirmation_token = $2, confirmation_sent_at = now(), invited_at = now() where id = $1";
    await database.query(sql, [id, token]);
  } else {
    await database.query(INSERT_INVITED, [id, email, JSON.stringify(data), token]);
    await database.query(INSERT_IDENTITY, [id, JSON.stringify({ sub: id, email })]);
  }
  const app = { aud: "authenticated", role: "authenticated", app_metadata: {} };
  return { token, user: { id, ...app, email, user_metadata: data } };
}

/** Changes the address of an account at once, without a mail. */
async function changeAddress(request: Request, database: Database, id = "") {
  const { email: typed = "" } = (await request.json()) as { email?: string };
  const email = typed.toLowerCase();
  const refused = rejectAddress(email);
  if (refused) return refused;
  const [other] = await usersOf(database, email);
  if (other && other.id !== id) return failure(422, "email_exists", EXISTS);
  const { rows } = await database.query("update auth.users set email = $2 where id = $1 returning id", [id, email]);
  if (rows.length === 0) return failure(404, "user_not_found", "User not found");
  const data = JSON.stringify({ email });
  await database.query("update auth.identities set identity_data = identity_data || $2::jsonb where user_id = $1", [
    id,
    data,
  ]);
  return Response.json({ id, aud: "authenticated", role: "authenticated", email, app_metadata: {}, user_metadata: {} });
}

async function usersOf(database: Database, email: string) {
  const sql = "select id, email_confirmed_at from auth.users where email = $1";
  return (await database.query<{ id: string; email_confirmed_at: unknown }>(sql, [email])).rows;
}

/** Deletes an account completely, or softly, so that its rows stay without personal data. */
async function deleteUser(request: Request, database: Database, id = "") {
  const { rows } = await database.query<{ email: string }>("select email from auth.users where id = $1", [id]);
  const [user] = rows;
  if (!user) return failure(404, "user_not_found", "User not found");
  const body: { should_soft_delete?: boolean } = await request.json().catch(() => ({}));
  const log = { actor_username: "service_role", action: "user_deleted", log_type: "team" };
  const payload = JSON.stringify({ ...log, traits: { user_id: id, user_email: user.email } });
  await database.query("insert into auth.audit_log_entries values (gen_random_uuid(), $1, now(), '')", [payload]);
  if (!body.should_soft_delete) {
    await database.query("delete from auth.users where id = $1", [id]);
    return Response.json({});
  }
  const emptied = `email = $2, encrypted_password = null, email_change = $3, confirmation_token = '', recovery_token = '',
    raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now()`;
  const hashes = [obfuscate(id, user.email), obfuscate(id, "")];
  await database.query(`update auth.users set ${emptied} where id = $1`, [id, ...hashes]);
  const provider = obfuscate(id, `email:${id}`);
  await database.query("update auth.identities set identity_data = '{}', provider_id = $2 where user_id = $1", [
    id,
    provider,
  ]);
  await database.query("delete from auth.sessions where user_id = $1", [id]);
  return Response.json({});
}
